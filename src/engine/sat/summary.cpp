// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The readable form of a summary, for `watertight explain` and tests.

#include "engine/sat/summary.h"

#include <ostream>

namespace wt::sat {
namespace {

void print_path(std::ostream &out, const AccessPath &path) {
  if (path.is_global)
    out << "global" << path.global.value;
  else
    out << "param" << path.index;
  for (std::int64_t step : path.steps)
    out << "->" << step;
}

void print_test(std::ostream &out, const model::ResultTest &test) {
  using Kind = model::ResultTest::Kind;
  switch (test.kind) {
  case Kind::kAlways:
    return;
  case Kind::kEquals:
    out << " when result == " << test.value;
    return;
  case Kind::kDiffers:
    out << " when result != " << test.value;
    return;
  case Kind::kNegative:
    out << " when result < 0";
    return;
  case Kind::kNotNegative:
    out << " when result >= 0";
    return;
  }
}

void print_parameter(std::ostream &out, const ParameterTest &test) {
  out << "param" << test.parameter << (test.is_zero ? " == 0" : " != 0");
}

void print_content(std::ostream &out, const Content &content) {
  switch (content.kind) {
  case Content::Kind::kUnknown:
    out << "unknown";
    break;
  case Content::Kind::kNumber:
    out << content.number;
    break;
  case Content::Kind::kFresh:
    out << "fresh";
    break;
  case Content::Kind::kObject:
    print_path(out, content.object);
    if (content.offset)
      out << '+' << content.offset;
    break;
  case Content::Kind::kSame:
    out << "unchanged";
    break;
  }
  if (content.may_fail)
    out << " or null";
}

} // namespace

void ProcedureSummary::print(std::ostream &out) const {
  if (!returns)
    out << "does not return\n";
  if (throws)
    out << "throws\n";
  if (result.kind != Content::Kind::kUnknown) {
    out << "returns ";
    print_content(out, result);
    out << '\n';
  }
  if (!values.empty()) {
    out << "returns one of";
    for (std::int64_t value : values)
      out << ' ' << value;
    out << '\n';
  }
  if (never_negative)
    out << "returns no negative number\n";
  if (never_zero)
    out << "returns no zero\n";
  for (const Relation &relation : relations) {
    print_parameter(out, relation.given);
    out << " only";
    print_test(out, relation.then);
    out << '\n';
  }
  for (std::uint32_t parameter : dereferenced)
    out << "needs param" << parameter << '\n';
  for (const Effect &effect : effects) {
    switch (effect.kind) {
    case Effect::Kind::kFree:
      out << "frees ";
      break;
    case Effect::Kind::kKeep:
      out << "keeps ";
      break;
    case Effect::Kind::kForget:
      out << "changes ";
      break;
    case Effect::Kind::kWrite:
    case Effect::Kind::kCopy:
      out << "writes ";
      break;
    }
    print_path(out, effect.path);
    if (effect.kind == Effect::Kind::kWrite) {
      out << '[' << effect.offset << "] := ";
      print_content(out, effect.then);
    }
    if (effect.kind == Effect::Kind::kCopy) {
      out << '[' << effect.offset << "..] := " << effect.size << " bytes of ";
      print_content(out, effect.then);
    }
    print_test(out, effect.when.result);
    if (effect.when.given) {
      out << " when ";
      print_parameter(out, *effect.when.given);
    }
    if (effect.kind == Effect::Kind::kWrite && effect.when != Circumstance{}) {
      out << " else ";
      print_content(out, effect.otherwise);
    }
    if (effect.is_deep)
      out << " with all it reaches";
    out << '\n';
  }
}

} // namespace wt::sat
