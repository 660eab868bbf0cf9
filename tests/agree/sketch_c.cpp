// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a Sketch as C, one statement per line; see sketch.h.

#include "sketch.h"

#include <algorithm>
#include <set>

namespace wt::agree {

namespace {

using Kind = Statement::Kind;

const char *pointer(std::uint8_t index) {
  static const char *const names[] = {"p", "q", "r", "x"};
  return index < 4 ? names[index] : "0";
}
const char *node(std::uint8_t index) { return index ? "t" : "s"; }
const char *number(std::uint8_t index) { return index ? "b" : "a"; }

std::string text(const Condition &c) {
  std::string constant = std::to_string(c.second);
  switch (c.kind) {
  case Condition::Kind::kTrue:
    return "1";
  case Condition::Kind::kNumber:
    return number(c.first);
  case Condition::Kind::kNotNumber:
    return std::string("!") + number(c.first);
  case Condition::Kind::kEquals:
    return number(c.first) + (" == " + constant);
  case Condition::Kind::kLess:
    return number(c.first) + (" < " + constant);
  case Condition::Kind::kIsNull:
    return pointer(c.first) + std::string(" == 0");
  case Condition::Kind::kIsNotNull:
    return pointer(c.first) + std::string(" != 0");
  case Condition::Kind::kSame:
    return pointer(c.first) + (std::string(" == ") + pointer(c.second));
  case Condition::Kind::kNodeIsNull:
    return node(c.first) + std::string(" == 0");
  case Condition::Kind::kNodeNotNull:
    return node(c.first) + std::string(" != 0");
  }
  return "1";
}

// What a function mentions, so that only that is declared.
struct Used {
  std::set<std::uint8_t> pointers, nodes;
  std::uint32_t loop_depth = 0;
  bool jumps = false;

  void look(const std::vector<Statement> &statements, std::uint32_t depth) {
    for (const Statement &s : statements) {
      look(s);
      bool is_loop = s.kind == Kind::kLoop;
      loop_depth = std::max(loop_depth, depth + is_loop);
      look(s.body, depth + is_loop);
      look(s.other, depth);
    }
  }

private:
  void look(const Statement &s) {
    switch (s.kind) {
    case Kind::kSetData:
      nodes.insert(s.first);
      pointers.insert(s.second);
      break;
    case Kind::kGetData:
      pointers.insert(s.first);
      nodes.insert(s.second);
      break;
    case Kind::kNewNode:
    case Kind::kFreeNode:
      nodes.insert(s.first);
      break;
    case Kind::kCopyNode:
    case Kind::kSetNext:
    case Kind::kGetNext:
      nodes.insert({s.first, s.second});
      break;
    case Kind::kIf:
      look(s.condition);
      break;
    case Kind::kGoto:
      jumps = true;
      break;
    case Kind::kCall:
      pointers.insert(s.third);
      [[fallthrough]];
    case Kind::kRealloc:
    case Kind::kCopy:
      pointers.insert(s.second);
      [[fallthrough]];
    default:
      if (s.kind != Kind::kLoop && s.kind != Kind::kDiscard &&
          s.kind != Kind::kBreak)
        pointers.insert(s.first);
    }
  }
  void look(const Condition &c) {
    switch (c.kind) {
    case Condition::Kind::kSame:
      pointers.insert(c.second);
      [[fallthrough]];
    case Condition::Kind::kIsNull:
    case Condition::Kind::kIsNotNull:
      pointers.insert(c.first);
      break;
    case Condition::Kind::kNodeIsNull:
    case Condition::Kind::kNodeNotNull:
      nodes.insert(c.first);
      break;
    default:
      break;
    }
  }
};

class Writer {
public:
  Writer(Sketch &sketch, std::uint32_t first_line)
      : sketch_(sketch), line_(first_line) {}

  std::string write() {
    for (SketchFunction &function : sketch_.functions)
      write(function);
    return std::move(out_);
  }

private:
  void write(SketchFunction &function) {
    Used used;
    used.look(function.body, 0);
    used.look(function.tail, 0);
    function.line = line_;
    emit("char *" + function.name + "(int a, int b, char *x, char **out) {");
    ++depth_;
    for (std::uint8_t i = 0; i < 3; ++i)
      if (used.pointers.contains(i))
        emit(std::string("char *") + pointer(i) + " = 0;");
    for (std::uint8_t i = 0; i < 2; ++i)
      if (used.nodes.contains(i))
        emit(std::string("struct node *") + node(i) + " = 0;");
    for (std::uint32_t i = 0; i < used.loop_depth; ++i)
      emit("int i" + std::to_string(i) + " = 0;");
    write(function.body);
    if (used.jumps) {
      --depth_;
      emit("done:;");
      ++depth_;
    }
    write(function.tail);
    function.end_line = line_;
    emit("return 0;");
    --depth_;
    emit("}");
  }

  void write(std::vector<Statement> &statements) {
    for (Statement &statement : statements)
      write(statement);
  }

  void write(Statement &s) {
    s.line = line_;
    switch (s.kind) {
    case Kind::kIf:
      emit("if (" + text(s.condition) + ") {");
      nested(s.body);
      if (!s.other.empty()) {
        emit("} else {");
        nested(s.other);
      }
      emit("}");
      break;
    case Kind::kLoop: {
      std::string i = "i" + std::to_string(loops_ % 3);
      emit("for (" + i + " = 0; " + i + " < " + number(s.first) + "; " + i +
           "++) {");
      ++loops_;
      nested(s.body);
      --loops_;
      emit("}");
      break;
    }
    case Kind::kBreak:
      emit(loops_ ? "break;" : ";");
      break;
    default:
      emit(simple(s));
    }
  }

  // A statement without parts, on one line.
  std::string simple(const Statement &s) {
    std::string to = pointer(s.first), from = pointer(s.second);
    std::string a = node(s.first), b = node(s.second);
    switch (s.kind) {
    case Kind::kMalloc:
      return to + " = malloc(8);";
    case Kind::kStrdup:
      return to + " = strdup(\"text\");";
    case Kind::kRealloc:
      return to + " = realloc(" + from + ", 16);";
    case Kind::kDiscard:
      return "malloc(8);";
    case Kind::kFree:
      return "free(" + to + ");";
    case Kind::kCopy:
      return to + " = " + from + ";";
    case Kind::kNull:
      return to + " = 0;";
    case Kind::kTouch:
      return "if (" + to + ") *" + to + " = 1;";
    case Kind::kEscape:
      return "escape(" + to + ");";
    case Kind::kToGlobal:
      return "g = " + to + ";";
    case Kind::kToOut:
      return "*out = " + to + ";";
    case Kind::kNewNode:
      return a + " = malloc(sizeof *" + a + "); if (" + a + ") { " + a +
             "->next = 0; " + a + "->data = 0; }";
    case Kind::kFreeNode:
      return "free(" + a + ");";
    case Kind::kCopyNode:
      return a + " = " + b + ";";
    case Kind::kSetData:
      return a + "->data = " + from + ";";
    case Kind::kGetData:
      return to + " = " + b + "->data;";
    case Kind::kSetNext:
      return a + "->next = " + b + ";";
    case Kind::kGetNext:
      return a + " = " + b + "->next;";
    case Kind::kReturn:
      return "return " + to + ";";
    case Kind::kGoto:
      return "goto done;";
    case Kind::kCall:
      return to + " = " + sketch_.functions[s.callee].name + "(a, b, " + from +
             ", &" + pointer(s.third) + ");";
    default:
      return ";";
    }
  }

  void nested(std::vector<Statement> &statements) {
    ++depth_;
    write(statements);
    --depth_;
  }
  void emit(const std::string &text) {
    out_ += std::string(2 * depth_, ' ') + text + "\n";
    ++line_;
  }

  Sketch &sketch_;
  std::string out_;
  std::uint32_t line_;
  std::uint32_t depth_ = 0;
  std::uint32_t loops_ = 0;
};

std::size_t count(const std::vector<Statement> &statements) {
  std::size_t n = statements.size();
  for (const Statement &s : statements)
    n += count(s.body) + count(s.other);
  return n;
}

} // namespace

std::string render_c(Sketch &sketch, std::uint32_t first_line) {
  return Writer(sketch, first_line).write();
}

std::string c_prelude() {
  return "void *malloc(unsigned long);\n"
         "void *realloc(void *, unsigned long);\n"
         "char *strdup(const char *);\n"
         "void free(void *);\n"
         "void escape(char *);\n"
         "struct node { struct node *next; char *data; };\n"
         "char *g;\n";
}

std::size_t size_of(const Sketch &sketch) {
  std::size_t n = 0;
  for (const SketchFunction &function : sketch.functions)
    n += 1 + count(function.body) + count(function.tail);
  return n;
}

} // namespace wt::agree
