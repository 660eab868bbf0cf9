// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points-to over small programs in the text form of ../engine/program_text.h.
//
//   Case c(R"(function @main() result void { ... })", "global @g ...");
//   EXPECT_EQ(c.at("main", "p"), "{g, main.x+8}");

#pragma once

#include "../engine/program_text.h"
#include "pointer/points_to.h"

#include <algorithm>

namespace wt::pointer::test {

// Two globals that most programs point to.
inline const std::string kTwoNumbers =
    "global @x definition complete type i32 size 4\n"
    "global @y definition complete type i32 size 4\n";

// Calls that are said to acquire an object in their result or in `*argument`.
class FakeFresh final : public infer::FreshPlaces {
public:
  struct Call {
    std::string function, value;
    int argument = -1; // the result
  };
  FakeFresh(const wt::test::ProgramText &text, const std::vector<Call> &calls)
      : places_(text.program->procedures().size()) {
    for (const Call &call : calls) {
      ProcedureId p = *text.program->find(call.function);
      const ir::Function &f = text.program->body(p);
      for (ir::ValueId v : f.insts.ids())
        if (text.name(call.function, v) == call.value)
          places_[p].push_back(
              {v,
               call.argument < 0
                   ? AccessPath::result()
                   : AccessPath::parameter(call.argument).then({}),
               {},
               true});
    }
  }
  std::span<const infer::FreshPlace> in(ProcedureId p) const override {
    return places_[p];
  }

private:
  IdMap<ProcedureId, std::vector<infer::FreshPlace>> places_;
};

class Case {
public:
  explicit Case(const std::string &functions,
                const std::string &declarations = "",
                const std::vector<FakeFresh::Call> &fresh = {},
                const std::string &spec = "")
      : text(functions, declarations) {
    model::ModelSetBuilder builder;
    EXPECT_TRUE(builder.add_shipped());
    if (!spec.empty())
      EXPECT_TRUE(builder.add_spec(spec, "test.spec"));
    models = builder.build();
    Budget budget(100'000'000);
    facts = analyse(*text.program, *models, FakeFresh(text, fresh), budget);
    EXPECT_TRUE(facts->is_complete());
  }

  ProcedureId procedure(const std::string &name) const {
    return *text.program->find(name);
  }
  ir::ValueId value(const std::string &function,
                    const std::string &name) const {
    const ir::Function &f = text.program->body(procedure(function));
    for (ir::ValueId v : f.insts.ids())
      if (text.name(function, v) == name)
        return v;
    ADD_FAILURE() << "no %" << name << " in " << function;
    return ir::ValueId();
  }
  std::string at(const std::string &function, const std::string &name) const {
    std::vector<std::string> names;
    for (LocationId id :
         facts->targets(procedure(function), value(function, name)))
      names.push_back(facts->name(id));
    std::ranges::sort(names);
    std::string out;
    for (const std::string &one : names)
      out += (out.empty() ? "" : ", ") + one;
    return "{" + out + "}";
  }
  // Is the location in the set, or meant by it?
  bool holds(const std::string &function, const std::string &name,
             const std::string &location) const {
    PointSet set = facts->meaning(
        facts->targets(procedure(function), value(function, name)));
    return std::ranges::any_of(
        set, [&](LocationId id) { return facts->name(id) == location; });
  }
  bool alias(const std::string &f, const std::string &v, const std::string &g,
             const std::string &w) const {
    return facts->may_alias(procedure(f), value(f, v), procedure(g),
                            value(g, w));
  }
  // "exact: f g", "candidates: f".
  std::string calls(const std::string &function,
                    const std::string &name) const {
    CallTargets found =
        facts->call_targets(procedure(function), value(function, name));
    std::string out = found.certainty == CallTargets::Certainty::kExact
                          ? "exact:"
                          : "candidates:";
    for (ProcedureId p : found.procedures)
      out += " " + std::string(text.program->procedures()[p].link_name);
    return out;
  }

  wt::test::ProgramText text;
  std::unique_ptr<const model::ModelSet> models;
  std::unique_ptr<const PointsTo> facts;
};

} // namespace wt::pointer::test
