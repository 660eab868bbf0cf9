// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pattern.h.  Pieces between stars are found from left to right, which
// needs no backtracking.

#include "model/pattern.h"

namespace wt::model {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> pieces(1);
  for (char c : text)
    if (c == '*')
      pieces.emplace_back();
    else
      pieces.back() += c;
  return pieces;
}

bool fits(const std::vector<std::string> &pieces, std::string_view name) {
  if (pieces.size() == 1)
    return name == pieces[0];
  const std::string &first = pieces.front(), &last = pieces.back();
  if (name.size() < first.size() + last.size() || !name.starts_with(first) ||
      !name.ends_with(last))
    return false;
  name.remove_prefix(first.size());
  name.remove_suffix(last.size());
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
    std::size_t at = name.find(pieces[i]);
    if (at == name.npos)
      return false;
    name.remove_prefix(at + pieces[i].size());
  }
  return true;
}

} // namespace

Pattern::Pattern(std::string_view text) : pieces_(split(text)) {
  std::string plain(text);
  bool found = false;
  for (std::size_t at; (at = plain.find("<*>")) != plain.npos; found = true)
    plain.erase(at, 3);
  if (found)
    plain_ = split(plain);
}

bool Pattern::matches(std::string_view name) const {
  return fits(pieces_, name) || (!plain_.empty() && fits(plain_, name));
}

} // namespace wt::model
