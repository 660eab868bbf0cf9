// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a specification written back?  In its own language, so that a parse
// of the print is the same tree (spec.h).

#include "model/spec.h"

#include <algorithm>

namespace wt::model {
namespace {

bool is_plain_name(const std::string &name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  (c >= '0' && c <= '9') || c == '_' || c == '$';
         });
}

// Patterns and operators are safest in quotes.
std::string quoted(const std::string &name) {
  return is_plain_name(name) ? name : "\"" + name + "\"";
}

std::string word_of(const SpecType &type) {
  if (type.direction == Direction::kOut)
    return "out ";
  if (type.direction == Direction::kInOut)
    return "inout ";
  if (type.ownership == Ownership::kOwn)
    return type.family.empty() ? "own " : "own(" + quoted(type.family) + ") ";
  return "ref ";
}

bool is_level(const SpecType &type) {
  return type.kind == SpecType::Kind::kPointer ||
         type.kind == SpecType::Kind::kReference ||
         type.kind == SpecType::Kind::kArray;
}

// own, ref and out from the outermost level to the last that has one.
std::string words_of(const SpecType &type) {
  std::string words, pending;
  for (const SpecType *at = &type;; at = &at->inner[0]) {
    pending += word_of(*at);
    if (at->ownership != Ownership::kNone) {
      words += pending;
      pending.clear();
    }
    if (!is_level(*at))
      return words;
  }
}

std::string by_or(const std::vector<std::string> &names) {
  std::string out;
  for (const std::string &name : names)
    out += (out.empty() ? "" : " or ") + name;
  return out;
}

template <class Items, class Print>
std::string joined(const Items &items, Print print_one) {
  std::string out;
  for (const auto &item : items)
    out += (out.empty() ? "" : ", ") + print_one(item);
  return out;
}

std::string base_text(const SpecType &type) {
  std::string out = (type.is_const ? "const " : "") + type.name;
  if (!type.inner.empty())
    out += "<" +
           joined(type.inner, [](const SpecType &t) { return print(t, ""); }) +
           ">";
  return out;
}

// Builds a C declarator from the outside in.
std::string declared(const SpecType &type, std::string declarator) {
  switch (type.kind) {
  case SpecType::Kind::kName:
    return base_text(type) + (declarator.empty() ? "" : " ") + declarator;
  case SpecType::Kind::kPointer:
  case SpecType::Kind::kReference: {
    std::string star = type.kind == SpecType::Kind::kPointer ? "*" : "&";
    if (type.is_const)
      star += declarator.empty() ? "const" : "const ";
    declarator = star + declarator;
    if (type.inner[0].kind == SpecType::Kind::kFunction)
      declarator = "(" + declarator + ")";
    return declared(type.inner[0], std::move(declarator));
  }
  case SpecType::Kind::kArray:
    return declared(type.inner[0],
                    declarator + "[" +
                        (type.count ? std::to_string(type.count) : "") + "]");
  case SpecType::Kind::kFunction:
    break;
  }
  std::string params;
  for (std::size_t i = 1; i < type.inner.size(); ++i)
    params += (i > 1 ? ", " : "") + print(type.inner[i], "");
  if (type.is_variadic)
    params += params.empty() ? "..." : ", ...";
  return words_of(type.inner[0]) +
         declared(type.inner[0], declarator + "(" + params + ")");
}

std::string print(const SpecPlace &place) {
  return std::string(place.dereferences, '*') + place.name +
         (place.field.empty() ? "" : "->" + place.field);
}

std::string print(const SpecTest &test) {
  switch (test.op) {
  case SpecTest::Op::kNegative:
    return test.name + " < 0";
  case SpecTest::Op::kNotNegative:
    return test.name + " >= 0";
  case SpecTest::Op::kEqual:
    return test.name + " == " + std::to_string(test.value);
  case SpecTest::Op::kDiffers:
    break;
  }
  return test.name + " != " + std::to_string(test.value);
}

std::string sentence(const SpecClause &clause) {
  using Kind = SpecClause::Kind;
  std::string place = print(clause.place);
  std::string other = clause.other ? print(*clause.other) : "";
  switch (clause.kind) {
  case Kind::kNeverFails:
    return "never_fails";
  case Kind::kNeverNegative:
    return "never_negative";
  case Kind::kFailsWithoutMemory:
    return "fails_without_memory";
  case Kind::kProcessGoesOn:
    return "process_goes_on";
  case Kind::kNoReturn:
    return "noreturn";
  case Kind::kFails:
    return "fails";
  case Kind::kReturnsTwice:
    return "returns_twice";
  case Kind::kThrows:
    return clause.types.empty() ? "throws"
                                : "throws unless " + by_or(clause.types);
  case Kind::kReadsOnly:
    return "reads_only";
  case Kind::kKeepsAll:
    return "keeps_all";
  case Kind::kByBody:
    return "by_body";
  case Kind::kSuccess:
    return "success: " + print(clause.tests[0]);
  case Kind::kCalls:
    return "calls " + place +
           (!clause.has_arguments
                ? ""
                : "(" + joined(clause.arguments, [](const auto &argument) {
                    return argument ? print(*argument) : std::string("_");
                  }) + ")");
  case Kind::kRefType:
    return "ref_type(" + clause.types[0] + ")";
  case Kind::kOwnType:
    return "own_type(" + clause.types[0] + ")";
  case Kind::kLeadsTo:
    return "leads_to(" + clause.types[0] + ")";
  case Kind::kSameType:
    return clause.types[0] + " = " + clause.types[1];
  case Kind::kFreed:
    return place + " freed";
  case Kind::kKept:
    return place + " kept";
  case Kind::kFresh:
    return place + " fresh" + (clause.other ? " in region " + other : "");
  case Kind::kZeroed:
    return place + " zeroed";
  case Kind::kStored:
    return place + " stored in " + other;
  case Kind::kIs:
    return place + " is " + other;
  case Kind::kIn:
    return place + " in " + other;
  case Kind::kAcquired:
    return place + " acquired" + (clause.other ? " at " + other : "");
  case Kind::kReleased:
    return place + " released" +
           (clause.other ? " at " + other + " by " + clause.function : "");
  case Kind::kEmptied:
    return place + " emptied";
  case Kind::kBecomes:
    return place + " becomes " +
           (clause.other ? other : std::to_string(clause.number)) +
           (clause.added ? " + " + print(*clause.added) : "");
  case Kind::kGiven:
    return place + " given to " + clause.function;
  }
  return {};
}

std::string print(const SpecClause &clause) {
  std::string out = sentence(clause);
  if (clause.or_null)
    out += " or null";
  if (!clause.family.empty())
    out += " as " + quoted(clause.family);
  if (clause.is_maybe)
    out += " maybe";
  if (clause.kind == SpecClause::Kind::kSuccess)
    return out;
  for (std::size_t i = 0; i < clause.tests.size(); ++i)
    out += (i == 0 ? " when " : " and ") + print(clause.tests[i]);
  return out;
}

std::string print(const SpecFamily &family) {
  std::string out = family.is_handle ? "handle " : "family ";
  out += quoted(family.name);
  if (!family.noun.empty())
    out += " \"" + family.noun + "\"";
  if (family.is_memory)
    out += *family.is_memory ? " memory" : " resource";
  if (family.is_tracked_only)
    out += " track";
  if (family.no_object)
    out += " fails " + std::to_string(*family.no_object);
  if (!family.releasers.empty())
    out += " released by " + joined(family.releasers, quoted);
  return out + ";\n";
}

std::string print(const SpecContainer &container) {
  std::string out =
      "container " + container.name + "<" +
      joined(container.parameters, [](const std::string &p) { return p; }) +
      "> {";
  for (const SpecParam &field : container.fields)
    out += " " + print(field.type, field.name) + ";";
  return out + " };\n";
}

} // namespace

std::string print(const SpecType &type, const std::string &name) {
  // The words of a function's result are printed where the function is.
  bool is_function_pointer = type.kind == SpecType::Kind::kPointer &&
                             type.inner[0].kind == SpecType::Kind::kFunction;
  return (is_function_pointer ? "" : words_of(type)) + declared(type, name);
}

std::string print(const SpecFunction &function) {
  std::string params = joined(function.params, [](const SpecParam &param) {
    return print(param.type, param.name);
  });
  if (function.is_variadic)
    params += params.empty() ? "..." : ", ...";
  std::string out =
      print(function.result, quoted(function.name)) + "(" + params + ")";
  if (!function.clauses.empty())
    out += " where { ";
  for (std::size_t i = 0; i < function.clauses.size(); ++i)
    out += (i > 0 ? "; " : "") + print(function.clauses[i]);
  return out + (function.clauses.empty() ? ";\n" : " };\n");
}

std::string print(const SpecFile &file) {
  std::string out;
  for (const std::string &type : file.type_variables)
    out += "type " + type + ";\n";
  for (const SpecContainer &container : file.containers)
    out += print(container);
  for (const SpecFamily &family : file.families)
    out += print(family);
  for (const SpecFunction &function : file.functions)
    out += print(function);
  for (const SpecAlias &alias : file.aliases)
    out += "alias " + joined(alias.names, quoted) + " = " +
           quoted(alias.target) + ";\n";
  return out;
}

} // namespace wt::model
