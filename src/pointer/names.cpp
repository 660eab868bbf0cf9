// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects and locations for people:
//
//   outside                 memory of unknown code, and all that has escaped
//   main.list+8             byte 8 of a local
//   names                   a global
//   malloc in push          what a call of malloc acquires
//   malloc in xmalloc from push from main     ... in copies of procedures

#include "pointer/points_to.h"

#include <fmt/format.h>

namespace wt::pointer {

namespace {

std::string call_text(const Program &program, ProcedureId p, ir::ValueId call) {
  CallTargets targets = program.targets(p, call);
  const SourcePos pos = program.body(p).insts[call].pos;
  std::string callee =
      targets.procedures.size() == 1
          ? std::string(program.procedures()[targets.procedures[0]].name)
          : "call";
  return pos.known() ? fmt::format("{}:{}", callee, pos.line) : callee;
}

std::string place_text(const model::Place &place) {
  if (place.root == model::Place::Root::kResult && place.dereferences == 0)
    return "";
  std::string out(place.dereferences, '*');
  out += place.root == model::Place::Root::kResult
             ? "result"
             : fmt::format("argument {}", place.argument);
  return " in " + out;
}

} // namespace

std::string PointsTo::name(ObjectId id) const {
  const ObjectInfo &info = object(id);
  auto procedure_name = [&](ProcedureId p) {
    return std::string(program_.procedures()[p].name);
  };
  std::string out;
  switch (info.kind) {
  case ObjectKind::kOutside:
    return "outside";
  case ObjectKind::kLibrary:
    return "library";
  case ObjectKind::kNowhere:
    return "nowhere";
  case ObjectKind::kLiterals:
    return "literals";
  case ObjectKind::kGlobal: {
    const ProgramVariable &variable = program_.variables()[info.global];
    const ir::Unit &unit = *program_.units()[variable.unit];
    StrId text = unit.globals[variable.global].name;
    return text == StringTable::empty() ? std::string(variable.link_name)
                                        : unit.text(text);
  }
  case ObjectKind::kFunction:
    return procedure_name(info.procedure) + "()";
  case ObjectKind::kSlot: {
    const ir::Function &f = program_.body(info.procedure);
    const std::string &text =
        program_.unit_of(info.procedure).text(f.variables[info.variable].name);
    out = procedure_name(info.procedure) + "." +
          (text.empty() ? fmt::format("${}", info.variable.value) : text);
    break;
  }
  case ObjectKind::kHeap:
    out = call_text(program_, info.procedure, info.call) +
          place_text(info.place) + " in " + procedure_name(info.procedure);
    break;
  case ObjectKind::kArguments:
    out = procedure_name(info.procedure) + "...";
    break;
  }
  for (ContextId c = info.context; c.valid() && context(c).caller.valid();
       c = context(c).caller) {
    ProcedureId caller = context(context(c).caller).procedure;
    const SourcePos pos = program_.body(caller).insts[context(c).call].pos;
    out += " from " + procedure_name(caller);
    if (pos.known())
      out += fmt::format(":{}", pos.line);
  }
  return out;
}

std::string PointsTo::name(LocationId id) const {
  Location at = location(id);
  std::string out = name(at.object);
  return at.offset == 0 ? out : fmt::format("{}+{}", out, at.offset);
}

std::string PointsTo::names(const PointSet &set) const {
  std::string out;
  for (LocationId id : set)
    out += (out.empty() ? "" : ", ") + name(id);
  return "{" + out + "}";
}

} // namespace wt::pointer
