// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See suggest.h.

#include "engine/ownership/suggest.h"

#include "engine/ownership/bases.h"
#include "engine/ownership/signature.h"
#include "finding/names.h"
#include "model/model_of.h"

#include <algorithm>
#include <map>
#include <set>

namespace wt::ownership {
namespace {

using infer::Effect;
using model::SpecClause;
using model::SpecType;

// What becomes of an argument that a function puts into memory.
struct Stored {
  std::optional<std::uint32_t> into; // the argument that leads to it
  AccessPath place;                  // of the cell, if `into`
};

// Directly, or in a new cell that is linked into the structure.
Stored where_stored(const infer::Behaviour &behaviour, std::uint32_t argument) {
  for (const infer::Outcome &outcome : behaviour.outcomes) {
    // What leads to it, and the steps from there.
    std::map<AccessPath, std::vector<PathStep>> held{
        {AccessPath::parameter(argument), {}}};
    for (std::size_t before = 0; before != held.size();) {
      before = held.size();
      for (const Effect &effect : outcome.effects) {
        auto found = effect.kind == Effect::Kind::kWrite &&
                             effect.value.kind == infer::Term::Kind::kPath
                         ? held.find(effect.value.path)
                         : held.end();
        if (found == held.end())
          continue;
        PathRoot root = effect.path.root();
        if (root.kind == PathRoot::Kind::kParameter && root.index != argument) {
          AccessPath cell = effect.path;
          for (const PathStep &step : found->second)
            cell = cell.then(step);
          return {root.index, cell};
        }
        std::vector<PathStep> steps(effect.path.steps().begin(),
                                    effect.path.steps().end());
        std::ranges::copy(found->second, std::back_inserter(steps));
        if (root.kind == PathRoot::Kind::kSite)
          held.try_emplace(AccessPath(root), std::move(steps));
      }
    }
  }
  return {};
}

// Does the body itself look into what the parameter points to?  Who only hands
// it on is no routine of the container, but one of its users.
bool looks_into(const ir::Function &function, std::uint32_t parameter) {
  for (ir::BlockId block : function.blocks.ids())
    for (ir::ValueId v : function.blocks[block].insts) {
      ir::Op op = function.insts[v].op;
      if (op != ir::Op::kLoad && op != ir::Op::kStore)
        continue;
      ir::ValueId at = function.operand(v, 0);
      while (function.insts[at].op == ir::Op::kField ||
             function.insts[at].op == ir::Op::kElement ||
             function.insts[at].op == ir::Op::kCast)
        at = function.operand(at, 0);
      if (at == ir::ValueId(parameter))
        return true;
    }
  return false;
}

bool is_identifier(const std::string &name) {
  return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::ranges::all_of(
             name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

class Suggester {
public:
  explicit Suggester(const Facts &facts) : facts_(facts) {}

  std::vector<Suggestion> run(std::span<const Escape> escapes) {
    std::map<std::pair<ProcedureId, std::uint32_t>, std::size_t> counts;
    for (const Escape &escape : escapes)
      counts[{escape.callee, escape.argument}] += escape.count;
    for (const auto &[place, count] : counts)
      add_storing(place.first, place.second, count);
    std::map<std::string, std::size_t> of_container;
    for (const auto &[procedure, suggestion] : out_)
      of_container[suggestion.container] += suggestion.warnings;
    for (const auto &[name, count] : of_container)
      if (!name.empty())
        add_routines(name);
    std::vector<Suggestion> sorted;
    for (auto &[procedure, suggestion] : out_)
      sorted.push_back(std::move(suggestion));
    auto rank = [&](const Suggestion &s) {
      std::size_t together =
          s.container.empty() ? s.warnings : of_container.at(s.container);
      return std::tuple(~together, s.container, ~s.warnings, s.skeleton.name,
                        s.procedure.value);
    };
    std::ranges::sort(sorted, {}, rank);
    return sorted;
  }

private:
  const ir::Unit &unit(ProcedureId p) const {
    return facts_.program.unit_of(p);
  }
  const ir::Function &body(ProcedureId p) const {
    return facts_.program.body(p);
  }

  // The record that a parameter (or, -1, the result) points to.
  std::string record(ProcedureId p, std::int64_t parameter) const {
    const ir::Function &function = body(p);
    const ir::Unit &u = unit(p);
    if (!function.type.valid() ||
        u.types[function.type].kind != ir::TypeKind::kFunction)
      return "";
    const ir::Type &type = u.types[function.type];
    if (parameter >= static_cast<std::int64_t>(type.params.size()))
      return "";
    ir::TypeId id = parameter < 0
                        ? type.element
                        : type.params[static_cast<std::size_t>(parameter)];
    if (!id.valid() || u.types[id].kind != ir::TypeKind::kPointer)
      return "";
    id = u.types[id].element;
    if (!id.valid() || u.types[id].kind != ir::TypeKind::kRecord)
      return "";
    std::string name(u.strings[u.types[id].name]);
    return is_identifier(name) ? name : "";
  }

  Suggestion &at(ProcedureId p) {
    auto [found, is_new] = out_.try_emplace(p);
    Suggestion &s = found->second;
    if (is_new) {
      s.procedure = p;
      const infer::Behaviour &behaviour = facts_.behaviours.of(p);
      s.skeleton = signature(from_behaviour(behaviour, unit(p), body(p)),
                             behaviour, facts_.models, unit(p), body(p));
      s.skeleton.name = facts_.program.procedures()[p].link_name;
    }
    return s;
  }

  static SpecType variable() {
    SpecType out;
    out.name = "T";
    return out;
  }
  static SpecType container(const std::string &name, bool is_own) {
    SpecType out, inner;
    inner.name = name;
    inner.inner.push_back(variable());
    out.kind = SpecType::Kind::kPointer;
    out.ownership = is_own ? model::Ownership::kOwn : model::Ownership::kRef;
    out.inner.push_back(inner);
    return out;
  }
  static SpecType callback() {
    SpecType nothing, function, out;
    nothing.name = "void";
    function.kind = SpecType::Kind::kFunction;
    function.inner = {nothing, variable()};
    out.kind = SpecType::Kind::kPointer;
    out.inner.push_back(function);
    return out;
  }
  static void forget_clauses(Suggestion &s, const std::string &parameter) {
    std::erase_if(s.skeleton.clauses, [&](const SpecClause &clause) {
      return clause.place.name == parameter ||
             (clause.other && clause.other->name == parameter);
    });
  }

  void add_storing(ProcedureId p, std::uint32_t argument, std::size_t count) {
    const infer::Behaviour &behaviour = facts_.behaviours.of(p);
    Suggestion &s = at(p);
    s.warnings += count;
    Stored stored = where_stored(behaviour, argument);
    std::size_t shift = body(p).returns_by_slot;
    if (argument < shift || argument - shift >= s.skeleton.params.size())
      return;
    std::string name =
        stored.into && *stored.into >= shift
            ? record(p, static_cast<std::int64_t>(*stored.into - shift))
            : "";
    if (name.empty() || (!s.container.empty() && s.container != name))
      return; // kept: the signature says so
    s.container = name;
    cells_.try_emplace(name, stored.place);
    model::SpecParam &element = s.skeleton.params[argument - shift];
    model::SpecParam &holder = s.skeleton.params[*stored.into - shift];
    element.type = variable();
    holder.type = container(name, false);
    forget_clauses(s, element.name);
    forget_clauses(s, holder.name);
  }

  // Functions that make, release or look into such a container.
  void add_routines(const std::string &name) {
    for (ProcedureId p : facts_.program.procedures().ids()) {
      const Procedure &procedure = facts_.program.procedures()[p];
      if (!procedure.has_body || out_.contains(p))
        continue;
      const infer::Behaviour &behaviour = facts_.behaviours.of(p);
      bool makes = record(p, -1) == name && !body(p).returns_by_slot &&
                   std::ranges::any_of(behaviour.outcomes,
                                       [](const infer::Outcome &outcome) {
                                         return outcome.value.is_new();
                                       });
      if (makes) {
        Suggestion &s = at(p);
        s.container = name;
        s.skeleton.result = container(name, true);
      }
      for (std::uint32_t i = 0; i < body(p).param_count; ++i)
        if (record(p, i - std::int64_t(body(p).returns_by_slot)) == name)
          add_user(p, i, name);
    }
  }

  void add_user(ProcedureId p, std::uint32_t argument,
                const std::string &name) {
    const infer::Behaviour &behaviour = facts_.behaviours.of(p);
    infer::Extent extent =
        infer::frees(behaviour, AccessPath::parameter(argument));
    bool releases = extent == infer::Extent::kAlways ||
                    extent == infer::Extent::kUnlessNull;
    bool hands_out = std::ranges::any_of(
        behaviour.outcomes, [&](const infer::Outcome &outcome) {
          return outcome.value.kind == infer::Term::Kind::kPath &&
                 outcome.value.path.root().kind == PathRoot::Kind::kParameter &&
                 outcome.value.path.root().index == argument &&
                 outcome.value.path.length() >= cells_.at(name).length();
        });
    if ((!releases && !hands_out) || !looks_into(body(p), argument))
      return;
    Suggestion &s = at(p);
    s.container = name;
    model::SpecParam &holder =
        s.skeleton.params[argument - body(p).returns_by_slot];
    holder.type = container(name, releases);
    s.skeleton.clauses.clear();
    if (hands_out) {
      s.skeleton.result = variable();
      if (!takes_out(behaviour, argument))
        s.skeleton.result.ownership = model::Ownership::kRef;
    }
    if (releases && !add_callback(s, p))
      add_elements(s, behaviour, argument, name);
  }

  // Does it change the container whenever it hands out an element?
  static bool takes_out(const infer::Behaviour &behaviour,
                        std::uint32_t argument) {
    AccessPath whole = AccessPath::parameter(argument);
    return std::ranges::all_of(
        behaviour.outcomes, [&](const infer::Outcome &outcome) {
          return outcome.value.kind != infer::Term::Kind::kPath ||
                 std::ranges::any_of(
                     outcome.effects, [&](const Effect &effect) {
                       return (effect.kind == Effect::Kind::kWrite ||
                               effect.kind == Effect::Kind::kFree) &&
                              whole.is_prefix_of(effect.path);
                     });
        });
  }

  // Is a parameter called, with one argument: `void (*f)(T)`?  Then it is for
  // the elements.
  bool add_callback(Suggestion &s, ProcedureId p) const {
    const ir::Function &function = body(p);
    std::uint32_t shift = function.returns_by_slot;
    for (ir::BlockId block : function.blocks.ids())
      for (ir::ValueId v : function.blocks[block].insts) {
        if (function.insts[v].op != ir::Op::kCall ||
            function.arguments(v).size() != 1)
          continue;
        ir::ValueId called = base_of(function, function.callee(v));
        if (function.insts[called].op != ir::Op::kParam ||
            called.value < shift ||
            called.value - shift >= s.skeleton.params.size())
          continue;
        s.skeleton.params[called.value - shift].type = callback();
        return true;
      }
    return false;
  }

  // Does it release the elements, too?
  void add_elements(Suggestion &s, const infer::Behaviour &behaviour,
                    std::uint32_t argument, const std::string &name) {
    AccessPath cell(AccessPath::parameter(argument));
    for (const PathStep &step : cells_.at(name).steps())
      cell = cell.then(step);
    // Functions that nobody knows, such as one in the container, may have them.
    bool are_kept = !behaviour.is_known() || behaviour.keeps_all ||
                    std::ranges::any_of(
                        behaviour.outcomes, [&](const infer::Outcome &outcome) {
                          return std::ranges::any_of(
                              outcome.effects, [&](const Effect &effect) {
                                return effect.kind == Effect::Kind::kKeep &&
                                       effect.path.covers(cell);
                              });
                        });
    if (are_kept)
      return;
    bool are_released = std::ranges::any_of(
        behaviour.outcomes, [&](const infer::Outcome &outcome) {
          return std::ranges::any_of(
              outcome.effects, [&](const Effect &effect) {
                return effect.kind == Effect::Kind::kFree &&
                       !effect.path.is_deep() && effect.path.covers(cell);
              });
        });
    SpecClause clause;
    clause.kind =
        are_released ? SpecClause::Kind::kOwnType : SpecClause::Kind::kRefType;
    clause.types.push_back("T");
    s.skeleton.clauses.push_back(clause);
  }

  const Facts &facts_;
  std::map<ProcedureId, Suggestion> out_;
  std::map<std::string, AccessPath> cells_; // where elements are
};

} // namespace

std::vector<Suggestion> suggest(const Facts &facts,
                                std::span<const Escape> escapes) {
  return Suggester(facts).run(escapes);
}

std::vector<Escape> generic_stores(const Facts &facts) {
  std::vector<Escape> out;
  for (ProcedureId p : facts.program.procedures().ids()) {
    if (!facts.program.procedures()[p].has_body ||
        model::model_of(facts.program, facts.models, p))
      continue;
    const ir::Function &function = facts.program.body(p);
    const ir::Unit &unit = facts.program.unit_of(p);
    for (std::uint32_t i = function.returns_by_slot; i < function.param_count;
         ++i) {
      ir::TypeId type = function.insts[ir::ValueId(i)].type;
      if (!type.valid() || unit.types[type].kind != ir::TypeKind::kPointer)
        continue;
      ir::TypeId pointee = unit.types[type].element;
      bool is_generic = !pointee.valid() ||
                        unit.types[pointee].kind == ir::TypeKind::kUnknown ||
                        unit.types[pointee].kind == ir::TypeKind::kVoid;
      std::optional<std::uint32_t> into =
          where_stored(facts.behaviours.of(p), i).into;
      if (is_generic && into && looks_into(function, *into))
        out.push_back({p, i, 0});
    }
  }
  return out;
}

std::string specification_of(const Facts &facts,
                             std::span<const Suggestion> suggestions) {
  // Programs of one build, and files, may have functions of one name.  A
  // specification has one word about it: what they agree about.
  std::map<std::string, std::set<std::string>> by_name;
  for (const Suggestion &s : suggestions)
    by_name[s.skeleton.name].insert(model::print(s.skeleton));
  std::string out;
  std::set<std::string> declared, written;
  if (std::ranges::any_of(suggestions, [](const Suggestion &s) {
        return !s.container.empty();
      }))
    out += "type T;\n\n";
  for (const Suggestion &s : suggestions) {
    if (!written.insert(s.skeleton.name).second)
      continue;
    Location at = location(facts.program.unit_of(s.procedure),
                           facts.program.body(s.procedure).pos);
    std::string where = at.line ? at.file + ":" + std::to_string(at.line)
                                : "not in the program";
    if (by_name.at(s.skeleton.name).size() > 1) {
      out += "// " + where + ": left out, other functions of its name differ\n";
      continue;
    }
    if (!s.container.empty() && declared.insert(s.container).second)
      out += "container " + s.container + "<T> { own T *elem; };\n";
    std::string why = s.warnings == 0 ? "another routine of " + s.container
                                      : "owned pointers disappear here: " +
                                            std::to_string(s.warnings);
    out += "// " + where + ": " + why + "\n";
    std::string text = model::print(s.skeleton);
    out += text + (text.ends_with("\n") ? "" : "\n");
  }
  return out;
}

} // namespace wt::ownership
