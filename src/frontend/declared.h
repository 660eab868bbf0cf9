// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the source say that LLVM's IR does not?
//
// Clang's AST knows names, attributes, access and source text; the code
// generator's output does not.  SourceFacts is the bridge: compile.cpp fills it
// from the AST and the preprocessor, the lower_*.cpp files read it.  It holds
// plain data, so only compile.cpp needs Clang's headers.

#pragma once

#include "ir/function.h"
#include "ir/unit.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace wt::frontend {

// An attribute in plain words; becomes ir::DeclAttribute.
struct DeclaredAttribute {
  ir::DeclAttribute::Kind kind;
  std::vector<std::uint32_t> args;
  std::string text;
};

// What the declaration of a function says.
struct DeclaredFunction {
  std::string name; // qualified
  ir::Access access = ir::Access::kNone;
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_virtual = false;
  bool is_method = false;
  bool is_implicit = false;
  std::string file; // of the name; as Clang spells it
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0;
  std::uint32_t return_line = 0; // of the only return statement, if it is one
  std::uint32_t return_column = 0;
  std::vector<DeclaredAttribute> attributes;
};

// A point of the source as debug information names it: file, line, column.
struct PointKey {
  std::uint32_t file = 0; // index given by SourceFacts::file_index
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool operator==(const PointKey &) const = default;
};
struct PointKeyHash {
  std::size_t operator()(const PointKey &k) const {
    return (static_cast<std::size_t>(k.file) << 40) ^
           (static_cast<std::size_t>(k.line) << 12) ^ k.column;
  }
};

struct DeclaredComment {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text;
};

class SourceFacts {
public:
  explicit SourceFacts(std::string directory)
      : directory_(std::move(directory)) {}

  // Absolute, normalised form of a path as Clang or debug info spells it.
  std::string normalise(const std::string &path) const;
  std::uint32_t file_index(const std::string &path);

  std::string main_file;
  ir::Language language = ir::Language::kC;
  std::uint64_t source_lines = 0;
  std::unordered_map<std::string, DeclaredFunction> functions; // by link name
  std::unordered_map<std::string, std::string> variables; // qualified names
  std::unordered_map<PointKey, std::string, PointKeyHash> macros;
  std::unordered_map<PointKey, std::string, PointKeyHash> conditions;
  std::vector<DeclaredComment> comments;

private:
  std::string directory_;
  std::unordered_map<std::string, std::uint32_t> by_spelling_;
  std::unordered_map<std::string, std::uint32_t> by_path_;
};

} // namespace wt::frontend
