// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One finding per site: see merge.h.

#include "finding/merge.h"

#include "finding/cause.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace wt {

namespace {

auto order(const Finding &f) {
  return std::tie(f.at.file, f.at.line, f.at.column, f.kind);
}

// The reading order; between equals the worse (unless it is of low confidence),
// then the surer, then the one with the shorter path, is first and lends its
// message.
bool is_before(const Finding &a, const Finding &b) {
  if (order(a) != order(b))
    return order(a) < order(b);
  bool a_low = a.confidence == Confidence::kLow;
  bool b_low = b.confidence == Confidence::kLow;
  if (a_low != b_low)
    return b_low;
  if (a.severity != b.severity)
    return a.severity > b.severity;
  if (a.confidence != b.confidence)
    return a.confidence > b.confidence;
  std::size_t a_steps = a.trace.size(), b_steps = b.trace.size();
  return std::tie(a_steps, a.function, a.message, a.variable, a.lost, a.alloc,
                  a.alloc_function, a.engines) <
         std::tie(b_steps, b.function, b.message, b.variable, b.lost, b.alloc,
                  b.alloc_function, b.engines);
}

template <class T>
void add_missing(std::vector<T> &to, const std::vector<T> &from) {
  for (const T &item : from)
    if (std::find(to.begin(), to.end(), item) == to.end())
      to.push_back(item);
}

void absorb(Finding &kept, const Finding &other) {
  add_missing(kept.engines, other.engines);
  add_missing(kept.broken, other.broken);
  // Refuted in one unit, found in another: the doubt is about that unit only.
  if (kept.confidence == Confidence::kLow)
    add_missing(kept.refuted_by, other.refuted_by);
  std::string told = more_places(kept.lost.size());
  kept.lost.insert(kept.lost.end(), other.lost.begin(), other.lost.end());
  keep_one_per_line(kept.lost);
  if (kept.message.ends_with(told)) {
    kept.message.resize(kept.message.size() - told.size());
    kept.message += more_places(kept.lost.size());
  }
  if (kept.variable.empty())
    kept.variable = other.variable;
  if (!kept.alloc) {
    kept.alloc = other.alloc;
    kept.alloc_function = other.alloc_function;
  }
}

std::string hash(const std::string &text) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, XXH3_128bits(text.data(), text.size()));
  std::string hex;
  for (unsigned char byte : bytes.digest) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

void add_fingerprints(std::vector<Finding> &findings, SourceText &source) {
  std::map<std::string, int> equals;
  for (Finding &f : findings) {
    std::string key = std::string(name_of(f.kind)) + '\n' + f.function + '\n' +
                      collapse_spaces(source.line(f.at.file, f.at.line));
    int ordinal = equals[key]++;
    f.fingerprint = hash(key + '\n' + std::to_string(ordinal));
  }
}

} // namespace

void keep_one_per_line(std::vector<Location> &places) {
  std::sort(places.begin(), places.end());
  auto is_same = [](const Location &a, const Location &b) {
    return a.file == b.file && a.line == b.line;
  };
  places.erase(std::unique(places.begin(), places.end(), is_same),
               places.end());
}

std::string more_places(std::size_t count) {
  if (count < 2)
    return "";
  return " (and at " + std::to_string(count - 1) + " more place" +
         (count > 2 ? "s)" : ")");
}

std::vector<Finding> merge(std::vector<Finding> findings, SourceText &source) {
  std::stable_sort(findings.begin(), findings.end(), is_before);
  std::vector<Finding> merged;
  for (Finding &f : findings) {
    bool is_same = !merged.empty() && order(merged.back()) == order(f);
    if (is_same)
      absorb(merged.back(), f);
    else
      merged.push_back(std::move(f));
  }
  add_fingerprints(merged, source);
  name_roots(merged);
  return merged;
}

} // namespace wt
