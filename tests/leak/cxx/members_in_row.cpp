// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container between other members: what its methods do to it leaves the
// others as they are.

#include "../leak.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

struct Level {
  int depth = 0;
};

class Parser {
public:
  explicit Parser(int n) : n_(n), level_(new Level), line_(new char[8]) {}
  ~Parser() { delete[] line_; }
  void note(const char *name) { names_[name] = n_++; }
  int depth() const { return level_->depth; }

private:
  int n_;
  std::unique_ptr<Level> level_;
  std::map<std::string, int> names_;
  std::vector<int> marks_;
  char *line_;
};

// DRIVE: parsed_ok(2)
int parsed_ok(int n) {
  Parser p(n);
  p.note("a");
  return p.depth();
}

class Forgetful {
public:
  Forgetful() : line_(new char[8]) {} // LEAK(one-of line)
  ~Forgetful() { names_.clear(); }
  void note(const char *name) { names_[name] = 1; }

private:
  std::map<std::string, int> names_;
  char *line_;
};

// DRIVE: forgotten_bad()
void forgotten_bad() {
  Forgetful f; // LEAK(one-of line)
  f.note("a");
}
