// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact text form of paths and places.

#include "path/path_text.h"

#include <charconv>
#include <limits>
#include <optional>
#include <ostream>

namespace wt {
namespace {

using Kind = PathRoot::Kind;

struct RootWord {
  Kind kind;
  std::string_view word;
};
constexpr RootWord kRootWords[] = {
    {Kind::kParameter, "arg"}, {Kind::kResult, "result"},
    {Kind::kGlobal, "global"}, {Kind::kFunction, "function"},
    {Kind::kSite, "site"},     {Kind::kSlot, "slot"},
};

std::string text_of(PathRoot root) {
  for (const RootWord &entry : kRootWords)
    if (entry.kind == root.kind)
      return std::string(entry.word) + (root.kind == Kind::kResult
                                            ? std::string()
                                            : std::to_string(root.index));
  return "?";
}

std::string text_of(PathStep step) {
  return std::string("[") + (step.any_element ? "*" : "") +
         (step.offset < 0 ? "" : "+") + std::to_string(step.offset) + "]";
}

class PathParser {
public:
  explicit PathParser(std::string_view text) : text_(text) {}

  Result<Place> place() {
    bool is_address = accept("&");
    Result<PathRoot> start = root();
    if (!start)
      return std::unexpected(start.error());
    std::vector<PathStep> steps;
    while (accept("[")) {
      Result<PathStep> next = step();
      if (!next)
        return std::unexpected(next.error());
      steps.push_back(*next);
    }
    if (is_address && steps.empty())
      return expected("'[', a cell whose address is meant");
    PathStep last;
    if (is_address)
      last = steps.back(), steps.pop_back();
    AccessPath path(*start);
    for (PathStep one : steps)
      path = path.then(one);
    if (!is_address && accept("..."))
      path = path.deep();
    if (at_ != text_.size())
      return expected(is_address ? "'[' or the end" : "'[', '...' or the end");
    return is_address ? Place(path, last.offset, last.any_element)
                      : Place(path);
  }

private:
  Result<PathRoot> root() {
    for (const RootWord &entry : kRootWords) {
      if (!accept(entry.word))
        continue;
      if (entry.kind == Kind::kResult)
        return PathRoot{entry.kind, 0};
      std::optional<std::int64_t> index = number();
      if (!index || *index > std::numeric_limits<std::uint32_t>::max())
        return expected("a number of 32 bits");
      return PathRoot{entry.kind, static_cast<std::uint32_t>(*index)};
    }
    return expected("arg, result, global, function, site or slot");
  }

  // After its '['.
  Result<PathStep> step() {
    PathStep out{.any_element = accept("*")};
    bool is_negative = accept("-");
    if (!is_negative && !accept("+"))
      return expected("'+' or '-'");
    std::size_t begin = at_;
    std::optional<std::int64_t> bytes = number();
    if (bytes && is_negative)
      bytes = -*bytes;
    if (!bytes || *bytes < std::numeric_limits<std::int32_t>::min() ||
        *bytes > std::numeric_limits<std::int32_t>::max()) {
      at_ = begin;
      return expected("a number of bytes");
    }
    out.offset = static_cast<std::int32_t>(*bytes);
    if (!accept("]"))
      return expected("']'");
    return out;
  }

  std::optional<std::int64_t> number() {
    // from_chars takes a sign, which is ours.
    if (at_ == text_.size() || text_[at_] < '0' || text_[at_] > '9')
      return std::nullopt;
    std::int64_t out = 0;
    auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
    if (error != std::errc())
      return std::nullopt;
    at_ = static_cast<std::size_t>(end - text_.data());
    return out;
  }

  bool accept(std::string_view word) {
    if (!text_.substr(at_).starts_with(word))
      return false;
    at_ += word.size();
    return true;
  }

  std::unexpected<Error> expected(std::string_view what) const {
    return fail("bad access path '" + std::string(text_) + "': expected " +
                    std::string(what) + " at column " + std::to_string(at_ + 1),
                {}, 1, static_cast<std::uint32_t>(at_ + 1));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

std::string to_text(const AccessPath &path) {
  std::string out = text_of(path.root());
  for (const PathStep &step : path.steps())
    out += text_of(step);
  return path.is_deep() ? out + "..." : out;
}

std::string to_text(const Place &place) {
  if (place.is_path())
    return to_text(place.base());
  return "&" + to_text(place.base()) +
         text_of(PathStep{place.offset(), place.is_any_element()});
}

std::ostream &operator<<(std::ostream &out, const AccessPath &path) {
  return out << to_text(path);
}
std::ostream &operator<<(std::ostream &out, const Place &place) {
  return out << to_text(place);
}

Result<Place> parse_place(std::string_view text) {
  return PathParser(text).place();
}

Result<AccessPath> parse_path(std::string_view text) {
  Result<Place> place = parse_place(text);
  if (!place)
    return std::unexpected(place.error());
  if (text.starts_with("&"))
    return fail("bad access path '" + std::string(text) +
                    "': expected a value, not an address, at column 1",
                {}, 1, 1);
  return place->base();
}

} // namespace wt
