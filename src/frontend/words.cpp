// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splitting command lines; see frontend/words.h.

#include "frontend/words.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace wt::frontend {

namespace fs = std::filesystem;

namespace {

// A build database is untrusted: what it names may be endless.
constexpr unsigned kMaxNesting = 10;
constexpr unsigned kMaxFiles = 1000;
constexpr std::size_t kMaxWords = 100000;
constexpr std::uintmax_t kMaxBytes = 16u << 20; // of one file

// The text of a plain file of reasonable size.
std::optional<std::string> read_text(const fs::path &path) {
  std::error_code why;
  if (!fs::is_regular_file(path, why) || fs::file_size(path, why) > kMaxBytes)
    return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  std::ostringstream text;
  text << in.rdbuf(); // unlike iterators over it, this throws nothing
  return text.str();
}

class Expansion {
public:
  explicit Expansion(const std::string &directory) : directory_(directory) {}

  void run(const std::vector<std::string> &words, unsigned depth) {
    for (const std::string &word : words) {
      if (out_.size() >= kMaxWords)
        return;
      std::optional<std::string> text;
      if (word.size() > 1 && word.front() == '@' && depth < kMaxNesting &&
          files_++ < kMaxFiles)
        text = read_text(fs::path(directory_) / word.substr(1));
      if (text)
        run(split_words(*text), depth + 1);
      else
        out_.push_back(word);
    }
  }
  std::vector<std::string> take() { return std::move(out_); }

private:
  const std::string &directory_;
  std::vector<std::string> out_;
  unsigned files_ = 0; // looked at so far
};

} // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == '\'') {
      if (c == '\'')
        quote = 0;
      else
        word += c;
    } else if (quote == '"') {
      if (c == '"')
        quote = 0;
      else if (c == '\\' && i + 1 < text.size() &&
               std::string_view("\"\\$`").contains(text[i + 1]))
        word += text[++i];
      else if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\n')
        ++i; // a continued line
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == '\\' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i; // a continued line
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word)
        words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word)
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string>
expand_response_files(const std::vector<std::string> &words,
                      const std::string &directory) {
  Expansion expansion(directory);
  expansion.run(words, 0);
  return expansion.take();
}

} // namespace wt::frontend
