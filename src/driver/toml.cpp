// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reader of simple TOML: see toml.h.

#include "driver/toml.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace wt::driver {

namespace {

bool is_key_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// A code point as UTF-8; "" if there is no such character.
std::string encode(std::uint32_t code) {
  std::string out;
  auto tail = [&](int shift) {
    out += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    return "";
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12), tail(6), tail(0);
  }
  return out;
}

class TomlReader {
public:
  TomlReader(std::string_view text, const std::string &file)
      : text_(text), file_(file) {}

  Result<std::vector<Setting>> run() {
    std::vector<Setting> out;
    while (skip_to_key()) {
      Setting setting;
      setting.line = line_;
      if (!key(setting.key) || !value(setting) || !end_of_line())
        return fail(error_, file_, line_);
      for (const Setting &other : out)
        if (other.key == setting.key)
          return fail("'" + setting.key + "' is there twice, first in line " +
                          std::to_string(other.line),
                      file_, setting.line);
      out.push_back(std::move(setting));
    }
    return out;
  }

private:
  bool at_end() const { return at_ >= text_.size(); }
  char next() const { return at_end() ? '\0' : text_[at_]; }
  bool stop(std::string message) {
    error_ = std::move(message);
    return false;
  }

  void skip_blanks() {
    while (next() == ' ' || next() == '\t')
      ++at_;
  }
  void skip_comment() {
    if (next() == '#')
      while (!at_end() && next() != '\n')
        ++at_;
  }
  // Blanks, comments and the ends of lines.  False at the end of the text.
  bool skip_to_key() {
    while (true) {
      skip_blanks();
      if (next() == '\r')
        ++at_;
      skip_comment();
      if (at_end())
        return false;
      if (next() != '\n')
        return true;
      ++at_;
      ++line_;
    }
  }
  bool end_of_line() {
    skip_blanks();
    skip_comment();
    if (next() == '\r')
      ++at_;
    return at_end() || next() == '\n' ||
           stop("something is behind the value; one setting per line");
  }

  bool key(std::string &out) {
    if (next() == '[')
      return stop("tables are not known here: write 'key = value'");
    if (next() == '"' || next() == '\'') {
      if (!quoted(out))
        return false;
    } else {
      while (is_key_letter(next()))
        out += text_[at_++];
    }
    if (out.empty())
      return stop("'key = value' is expected");
    skip_blanks();
    if (next() == '.')
      return stop("'" + out + "' cannot have parts");
    if (next() != '=')
      return stop("'=' is expected behind '" + out + "'");
    ++at_;
    skip_blanks();
    return true;
  }

  bool value(Setting &setting) {
    if (next() == '"' || next() == '\'') {
      std::string text;
      bool is_good = quoted(text);
      setting.value = std::move(text);
      return is_good;
    }
    if (next() == '[') {
      std::vector<std::string> list;
      bool is_good = read_list(list);
      setting.value = std::move(list);
      return is_good;
    }
    std::size_t begin = at_;
    while (is_key_letter(next()) || next() == '+' || next() == '.')
      ++at_;
    return plain(text_.substr(begin, at_ - begin), setting);
  }

  bool plain(std::string_view word, Setting &setting) {
    if (word == "true" || word == "false") {
      setting.value = word == "true";
      return true;
    }
    std::int64_t number = 0;
    std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    const char *end = digits.data() + digits.size();
    auto [stopped, problem] = std::from_chars(digits.data(), end, number);
    if (!digits.empty() && stopped == end && problem == std::errc()) {
      setting.value = number;
      return true;
    }
    return stop(word.empty()
                    ? "a value is expected behind '" + setting.key + "'"
                    : "'" + std::string(word) +
                          "' is no value: a text needs quotes");
  }

  bool read_list(std::vector<std::string> &out) {
    ++at_; // [
    while (skip_to_key() && next() != ']') {
      std::string text;
      if (next() != '"' && next() != '\'')
        return stop("a list holds texts in quotes");
      if (!quoted(text))
        return false;
      out.push_back(std::move(text));
      if (!skip_to_key())
        break;
      if (next() == ',')
        ++at_;
      else if (next() != ']')
        return stop("',' or ']' is expected");
    }
    if (next() != ']')
      return stop("a list is not closed");
    ++at_;
    return true;
  }

  // "text" with escapes, or 'text' as it is; on one line.
  bool quoted(std::string &out) {
    char quote = text_[at_];
    std::string_view rest = text_.substr(at_);
    if (rest.starts_with("\"\"\"") || rest.starts_with("'''"))
      return stop("texts of several lines are not known here");
    ++at_;
    while (!at_end() && next() != '\n' && next() != quote) {
      if (quote == '"' && next() == '\\') {
        if (!escape(out))
          return false;
      } else {
        out += text_[at_++];
      }
    }
    if (next() != quote)
      return stop("a text is not closed");
    ++at_;
    if (out.contains('\0'))
      return stop("a text holds a zero byte");
    return true;
  }

  bool escape(std::string &out) {
    constexpr std::string_view kNames = "btnfr\"\\";
    constexpr std::string_view kMeant = "\b\t\n\f\r\"\\";
    ++at_;
    char name = next();
    if (std::size_t which = kNames.find(name);
        name && which != std::string_view::npos) {
      out += kMeant[which];
      ++at_;
      return true;
    }
    std::size_t digits = name == 'u' ? 4 : name == 'U' ? 8 : 0;
    std::string_view hex =
        text_.substr(std::min(at_ + 1, text_.size()), digits);
    std::uint32_t code = 0;
    const char *end = hex.data() + hex.size();
    bool is_hex = digits && hex.size() == digits &&
                  std::from_chars(hex.data(), end, code, 16).ptr == end;
    std::string letter = is_hex ? encode(code) : "";
    if (letter.empty())
      return stop("an unknown escape in a text (single quotes take all as it "
                  "is)");
    out += letter;
    at_ += 1 + digits;
    return true;
  }

  std::string_view text_;
  const std::string &file_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::string error_;
};

} // namespace

Result<std::vector<Setting>> read_toml(std::string_view text,
                                       const std::string &file) {
  if (text.starts_with("\xef\xbb\xbf")) // what some editors put in front
    text.remove_prefix(3);
  return TomlReader(text, file).run();
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

} // namespace wt::driver
