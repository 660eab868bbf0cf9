// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// where { ... }: what the types of a declaration cannot say.  Entries are
// separated by ';' or ','.  Each is a word (`noreturn`), a property
// (`success: result == 0`), a constraint on types (`ref_type(T)`), or a
// sentence about a place (`p freed when result != null`).

#include "model/spec_cursor.h"

#include <array>
#include <utility>

namespace wt::model {
namespace {

using Kind = SpecClause::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 11> kWords = {{
    {"never_fails", Kind::kNeverFails},
    {"never_negative", Kind::kNeverNegative},
    {"fails_without_memory", Kind::kFailsWithoutMemory},
    {"noreturn", Kind::kNoReturn},
    {"process_goes_on", Kind::kProcessGoesOn},
    {"fails", Kind::kFails},
    {"returns_twice", Kind::kReturnsTwice},
    {"throws", Kind::kThrows},
    {"by_body", Kind::kByBody},
    {"reads_only", Kind::kReadsOnly},
    {"keeps_all", Kind::kKeepsAll},
}};

constexpr std::array<std::pair<std::string_view, Kind>, 12> kVerbs = {{
    {"freed", Kind::kFreed},
    {"kept", Kind::kKept},
    {"fresh", Kind::kFresh},
    {"zeroed", Kind::kZeroed},
    {"stored", Kind::kStored},
    {"is", Kind::kIs},
    {"in", Kind::kIn},
    {"acquired", Kind::kAcquired},
    {"released", Kind::kReleased},
    {"emptied", Kind::kEmptied},
    {"becomes", Kind::kBecomes},
    {"given", Kind::kGiven},
}};

SpecPlace parse_place(SpecCursor &in) {
  SpecPlace place;
  place.pos = in.pos();
  while (in.accept("*"))
    ++place.dereferences;
  place.name = in.expect_name("'result' or the name of a parameter");
  SpecPos arrow = in.pos();
  if (in.accept("->")) {
    if (place.dereferences > 0)
      in.fail_at(arrow, "found '->' behind '*', expected one of them");
    place.field = in.expect_name("the name of a field");
  }
  return place;
}

// result != null, cmd == 0, result >= 0
SpecTest parse_test(SpecCursor &in) {
  SpecTest test;
  test.pos = in.pos();
  test.name = in.expect_name("'result' or the name of a parameter");
  SpecPos at = in.pos();
  std::string op(in.peek().text);
  if (op != "==" && op != "!=" && op != "<" && op != ">=") {
    in.unexpected("'==', '!=', '< 0' or '>= 0'");
    return test;
  }
  in.take();
  test.value =
      in.accept_word("null") ? 0 : in.expect_number("a number or 'null'");
  if (op == "==")
    test.op = SpecTest::Op::kEqual;
  else if (op == "!=")
    test.op = SpecTest::Op::kDiffers;
  else
    test.op = op == "<" ? SpecTest::Op::kNegative : SpecTest::Op::kNotNegative;
  if ((op == "<" || op == ">=") && test.value != 0)
    in.fail_at(at, "found '" + op + " " + std::to_string(test.value) +
                       "', expected '== N', '!= N', '< 0' or '>= 0'");
  return test;
}

// [as FAMILY] [when TEST and TEST] [maybe] [or null], in any order.
void parse_modifiers(SpecCursor &in, SpecClause &clause) {
  for (;;) {
    if (in.accept_word("as")) {
      clause.family = in.expect_name_or_string("the name of a family");
    } else if (in.accept_word("when")) {
      do
        clause.tests.push_back(parse_test(in));
      while (in.accept_word("and"));
    } else if (in.accept_word("maybe")) {
      clause.is_maybe = true;
    } else if (in.accept_word("or")) {
      in.expect_word("null");
      clause.or_null = true;
    } else {
      return;
    }
  }
}

// calls f, calls f(a, _)
void parse_calls(SpecCursor &in, SpecClause &clause) {
  clause.place = parse_place(in);
  if (!in.accept("("))
    return;
  clause.has_arguments = true;
  if (in.accept(")"))
    return;
  do {
    if (in.accept_word("_"))
      clause.arguments.push_back(std::nullopt);
    else
      clause.arguments.push_back(parse_place(in));
  } while (in.accept(","));
  in.expect(")");
}

// becomes null, becomes 1, becomes q, becomes *p + q
void parse_new_value(SpecCursor &in, SpecClause &clause) {
  if (in.accept_word("null"))
    return;
  if (!in.is_name() && !in.is_punct("*")) {
    clause.number = in.expect_number("a place, a number or 'null'");
    return;
  }
  clause.other = parse_place(in);
  if (in.accept("+"))
    clause.added = parse_place(in);
}

// What follows the verb and belongs to it.
void parse_objects(SpecCursor &in, SpecClause &clause) {
  switch (clause.kind) {
  case Kind::kStored:
    in.expect_word("in");
    clause.other = parse_place(in);
    return;
  case Kind::kIs:
  case Kind::kIn:
    clause.other = parse_place(in);
    return;
  case Kind::kFresh:
    if (in.accept_word("in")) {
      in.expect_word("region");
      clause.other = parse_place(in);
    }
    return;
  case Kind::kBecomes:
    return parse_new_value(in, clause);
  case Kind::kGiven:
    in.expect_word("to");
    clause.function = in.expect_name("a type variable or a method");
    return;
  case Kind::kAcquired:
    if (in.accept_word("at"))
      clause.other = parse_place(in);
    return;
  case Kind::kReleased:
    if (in.accept_word("at")) {
      clause.other = parse_place(in);
      in.expect_word("by");
      clause.function = in.expect_name("a method");
    }
    return;
  default:
    return;
  }
}

void parse_sentence(SpecCursor &in, SpecClause &clause) {
  clause.place = parse_place(in);
  for (auto [verb, kind] : kVerbs)
    if (in.accept_word(verb)) {
      clause.kind = kind;
      parse_objects(in, clause);
      parse_modifiers(in, clause);
      return;
    }
  in.unexpected("'freed', 'kept', 'fresh', 'zeroed', 'stored in', 'is', 'in', "
                "'acquired', 'released', 'emptied', 'becomes' or 'given to'");
}

// ref_type(T), own_type(T), leads_to(T)
void parse_type_predicate(SpecCursor &in, SpecClause &clause, Kind kind) {
  clause.kind = kind;
  in.expect("(");
  clause.types.push_back(in.expect_name("a type variable"));
  in.expect(")");
}

SpecClause parse_clause(SpecCursor &in) {
  SpecClause clause;
  clause.pos = in.pos();
  if (!in.is_name() && !in.is_punct("*")) {
    in.unexpected("a clause or '}'");
    return clause;
  }
  for (auto [word, kind] : kWords)
    if (in.accept_word(word)) {
      clause.kind = kind;
      if (kind == Kind::kNoReturn || kind == Kind::kFails)
        parse_modifiers(in, clause);
      if (kind == Kind::kThrows && in.accept_word("unless"))
        do
          clause.types.push_back(in.expect_name("a method that tells"));
        while (in.accept_word("or"));
      return clause;
    }
  if (in.is_word("success") && in.is_punct(":", 1)) {
    in.take();
    in.take();
    clause.kind = Kind::kSuccess;
    clause.tests.push_back(parse_test(in));
  } else if (in.is_word("calls") && (in.is_name(1) || in.is_punct("*", 1))) {
    in.take();
    clause.kind = Kind::kCalls;
    parse_calls(in, clause);
    parse_modifiers(in, clause);
  } else if (in.is_word("ref_type") && in.is_punct("(", 1)) {
    in.take();
    parse_type_predicate(in, clause, Kind::kRefType);
  } else if (in.is_word("own_type") && in.is_punct("(", 1)) {
    in.take();
    parse_type_predicate(in, clause, Kind::kOwnType);
  } else if (in.is_word("leads_to") && in.is_punct("(", 1)) {
    in.take();
    parse_type_predicate(in, clause, Kind::kLeadsTo);
  } else if (in.is_name() && in.is_punct("=", 1)) {
    clause.kind = Kind::kSameType;
    clause.types.push_back(std::string(in.take().text));
    in.take();
    clause.types.push_back(in.expect_name("a type variable"));
  } else {
    parse_sentence(in, clause);
  }
  return clause;
}

} // namespace

std::vector<SpecClause> parse_where(SpecCursor &in) {
  std::vector<SpecClause> clauses;
  in.expect("{");
  while (!in.is_punct("}") && !in.at_end()) {
    clauses.push_back(parse_clause(in));
    if (in.is_punct("}"))
      break;
    if (!in.accept(";") && !in.accept(","))
      in.unexpected("';' or '}'");
  }
  in.expect("}");
  return clauses;
}

} // namespace wt::model
