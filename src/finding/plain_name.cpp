// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names without arguments; see finding/plain_name.h.

#include "finding/plain_name.h"

namespace wt {

namespace {

constexpr std::string_view kOperator = "operator";

// How many characters of `text`, which starts with "operator", are its name;
// 0 when it is an ordinary identifier such as `operators`.
std::size_t operator_length(std::string_view text) {
  std::string_view rest = text.substr(kOperator.size());
  for (std::string_view sign : {"()", "[]", "<=>", "<<=", ">>=", "->*", "<<",
                                ">>", "<=", ">=", "->", "<", ">"})
    if (rest.starts_with(sign))
      return kOperator.size() + sign.size();
  std::string_view signs = "+-*/%^&|~!=,";
  std::size_t n = 0;
  while (n < rest.size() && signs.contains(rest[n]))
    ++n;
  if (n == 0 && !rest.starts_with(" ") && !rest.starts_with("\""))
    return 0;
  return kOperator.size() + n;
}

// The index behind the bracket that closes the one at `open`.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    bool is_arrow = text[i] == '>' && i > 0 && text[i - 1] == '-';
    if (text[i] == '<' || text[i] == '(')
      ++depth;
    else if ((text[i] == '>' && !is_arrow) || text[i] == ')')
      --depth;
    if (depth == 0)
      return i + 1;
  }
  return text.size();
}

} // namespace

std::string plain_name(std::string_view qualified) {
  std::string out;
  bool at_start = true; // of a part between "::"
  for (std::size_t i = 0; i < qualified.size();) {
    std::string_view rest = qualified.substr(i);
    std::size_t length =
        at_start && rest.starts_with(kOperator) ? operator_length(rest) : 0;
    if (length) {
      out += rest.substr(0, length);
      i += length;
    } else if (rest.front() == '<' || (rest.front() == '(' && !at_start)) {
      i = behind_bracket(qualified, i); // arguments
    } else if (rest.front() == '(') {
      std::size_t end = behind_bracket(qualified, i); // "(anonymous …)"
      out += qualified.substr(i, end - i);
      i = end;
    } else {
      out += rest.front();
      ++i;
    }
    at_start = out.ends_with("::");
  }
  return out;
}

} // namespace wt
