// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerates tiny programs and draws random ones; see generate.h.

#include "generate.h"

namespace wt::agree {

namespace {

using Kind = Statement::Kind;

Statement simple(Kind kind, std::uint8_t first = 0, std::uint8_t second = 0) {
  Statement s;
  s.kind = kind;
  s.first = first;
  s.second = second;
  return s;
}

Statement only_if(Condition::Kind condition, Statement inner) {
  Statement s;
  s.kind = Kind::kIf;
  s.condition.kind = condition;
  s.body = {std::move(inner)};
  return s;
}

// The alphabet of tiny programs.
std::vector<Statement> alphabet() {
  std::vector<Statement> plain = {
      simple(Kind::kMalloc, 0),     simple(Kind::kMalloc, 1),
      simple(Kind::kFree, 0),       simple(Kind::kFree, 1),
      simple(Kind::kCopy, 1, 0),    simple(Kind::kNull, 0),
      simple(Kind::kRealloc, 0, 0), simple(Kind::kToOut, 0),
      simple(Kind::kReturn, 0),     simple(Kind::kReturn, kNobody)};
  std::vector<Statement> all = plain;
  for (Kind kind : {Kind::kMalloc, Kind::kFree, Kind::kReturn})
    all.push_back(only_if(Condition::Kind::kNumber, simple(kind, 0)));
  all.push_back(
      only_if(Condition::Kind::kNumber, simple(Kind::kReturn, kNobody)));
  all.push_back(
      only_if(Condition::Kind::kIsNull, simple(Kind::kReturn, kNobody)));
  all.push_back(only_if(Condition::Kind::kIsNotNull, simple(Kind::kFree, 0)));
  return all;
}

class Author {
public:
  Author(std::uint64_t seed, const Shape &shape)
      : random_(seed), shape_(shape) {}

  Sketch write(const std::string &prefix) {
    std::uint32_t helpers = random_.below(shape_.helpers + 1);
    for (std::uint32_t i = 0; i < helpers; ++i)
      function(prefix + "_helper" + std::to_string(i), 1 + random_.below(4));
    function(prefix, shape_.statements);
    return std::move(sketch_);
  }

private:
  void function(const std::string &name, std::uint32_t statements) {
    SketchFunction f;
    f.name = name;
    f.body = list(statements, 0, false);
    if (random_.one_in(2))
      f.body.push_back(
          simple(Kind::kReturn, random_.one_in(2) ? kNobody : pointer()));
    in_tail_ = true;
    f.tail = list(random_.below(3), 2, false);
    in_tail_ = false;
    sketch_.functions.push_back(std::move(f));
  }

  std::vector<Statement> list(std::uint32_t n, std::uint32_t depth,
                              bool in_loop) {
    std::vector<Statement> out;
    while (n > 0) {
      out.push_back(statement(n, depth, in_loop));
      n -= std::min<std::uint32_t>(n, 1 + out.back().body.size() +
                                          out.back().other.size());
    }
    return out;
  }

  // Mostly the variable that was assigned last: two statements about the same
  // object are what makes a program interesting.
  std::uint8_t pointer() {
    if (random_.below(5) < 3)
      return hot_pointer_;
    return random_.one_in(8) ? kX : random_.below(3);
  }
  std::uint8_t node() {
    return random_.below(5) < 3 ? hot_node_ : random_.below(2);
  }
  std::uint8_t new_pointer() { return hot_pointer_ = random_.below(3); }
  std::uint8_t new_node() { return hot_node_ = random_.below(2); }
  std::uint8_t number() { return random_.below(2); }

  Condition condition() {
    using K = Condition::Kind;
    static constexpr K kinds[] = {K::kNumber, K::kNotNumber, K::kEquals,
                                  K::kLess,   K::kIsNull,    K::kIsNotNull,
                                  K::kSame};
    Condition c;
    c.kind = kinds[random_.below(std::size(kinds))];
    bool on_pointer =
        c.kind == K::kIsNull || c.kind == K::kIsNotNull || c.kind == K::kSame;
    c.first = on_pointer ? pointer() : number();
    c.second = on_pointer ? pointer() : random_.below(2);
    if (shape_.nodes && random_.one_in(5)) {
      c.kind = random_.one_in(2) ? K::kNodeIsNull : K::kNodeNotNull;
      c.first = node();
    }
    return c;
  }

  Statement statement(std::uint32_t budget, std::uint32_t depth, bool in_loop) {
    if (depth < 2 && budget >= 2 && random_.one_in(4)) {
      Statement s;
      bool is_loop = shape_.loops && random_.one_in(4);
      s.kind = is_loop ? Kind::kLoop : Kind::kIf;
      s.first = number();
      s.condition = condition();
      s.body =
          list(1 + random_.below(budget / 2), depth + 1, in_loop || is_loop);
      if (!is_loop && random_.one_in(3))
        s.other = list(1 + random_.below(2), depth + 1, in_loop);
      return s;
    }
    if (shape_.nodes && random_.one_in(4))
      return node_statement();
    if (!sketch_.functions.empty() && random_.one_in(5)) {
      Statement s = simple(Kind::kCall, new_pointer(), pointer());
      s.third = random_.below(3);
      s.callee = random_.below(sketch_.functions.size());
      return s;
    }
    return plain_statement(in_loop, depth);
  }

  Statement node_statement() {
    switch (random_.below(10)) {
    case 0:
    case 1:
    case 8:
      return simple(Kind::kNewNode, new_node());
    case 2:
    case 9:
      return simple(Kind::kFreeNode, node());
    case 3:
      return simple(Kind::kCopyNode, node(), node());
    case 4:
      return guarded(simple(Kind::kSetData, node(), pointer()));
    case 5:
      return guarded(simple(Kind::kGetData, pointer(), node()));
    case 6:
      return guarded(simple(Kind::kSetNext, node(), node()));
    default:
      return guarded(simple(Kind::kGetNext, node(), node()));
    }
  }

  // Dereferences mostly behind a null test, or few paths would survive.
  Statement guarded(Statement inner) {
    if (random_.one_in(5))
      return inner;
    std::uint8_t used =
        inner.kind == Kind::kSetData || inner.kind == Kind::kSetNext
            ? inner.first
            : inner.second;
    Statement s = only_if(Condition::Kind::kNodeNotNull, std::move(inner));
    s.condition.first = used;
    return s;
  }

  Statement plain_statement(bool in_loop, std::uint32_t depth) {
    // Outside of branches, leaving would make all that follows unreachable.
    switch (random_.below(depth == 0 ? 16 : 19)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return simple(Kind::kMalloc, new_pointer());
    case 4:
      return simple(Kind::kStrdup, new_pointer());
    case 5:
      return simple(Kind::kRealloc, pointer(), pointer());
    case 6:
    case 7:
    case 8:
      return simple(Kind::kFree, pointer());
    case 10:
      return simple(Kind::kCopy, pointer(), pointer());
    case 11:
      return simple(Kind::kNull, pointer());
    case 12:
      return simple(random_.one_in(2) ? Kind::kEscape : Kind::kToGlobal,
                    pointer());
    case 13:
      return simple(Kind::kToOut, pointer());
    case 9:
    case 14:
      return simple(Kind::kTouch, pointer());
    case 15:
      return simple(in_loop ? Kind::kBreak : Kind::kDiscard);
    case 16: // the tail would jump to itself for ever
      return simple(in_tail_ ? Kind::kDiscard : Kind::kGoto);
    default:
      return simple(Kind::kReturn, random_.one_in(2) ? kNobody : pointer());
    }
  }

  Random random_;
  Shape shape_;
  Sketch sketch_;
  bool in_tail_ = false;
  std::uint8_t hot_pointer_ = 0;
  std::uint8_t hot_node_ = 0;
};

} // namespace

std::uint32_t Random::below(std::uint32_t n) {
  state_ += 0x9e3779b97f4a7c15; // splitmix64
  std::uint64_t z = state_;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return static_cast<std::uint32_t>((z ^ z >> 31) % n);
}

std::uint64_t tiny_count(std::uint32_t length) {
  std::uint64_t n = 1;
  for (std::uint32_t i = 0; i < length; ++i)
    n *= alphabet().size();
  return n;
}

Sketch tiny_program(std::uint32_t length, std::uint64_t number) {
  static const std::vector<Statement> letters = alphabet();
  SketchFunction f;
  f.name = "f";
  for (std::uint32_t i = 0; i < length; ++i) {
    f.body.push_back(letters[number % letters.size()]);
    number /= letters.size();
  }
  return Sketch{{std::move(f)}};
}

Sketch random_program(std::uint64_t seed, const Shape &shape,
                      const std::string &prefix) {
  return Author(seed, shape).write(prefix);
}

} // namespace wt::agree
