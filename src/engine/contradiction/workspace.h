// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one analysis keep while it works?
//
// The tables of expressions and regions, the bodies it has looked at, and which
// regions callees may change.  A workspace belongs to one thread.

#pragma once

#include "engine/contradiction/beliefs.h"
#include "engine/engine.h"

#include <functional>
#include <map>
#include <memory>
#include <unordered_map>

namespace wt::contradiction {

class CallNames;
class Whereabouts;

class Workspace {
public:
  Workspace(const Facts &facts, const pointer::Regions &division);
  Workspace(const Workspace &) = delete;
  ~Workspace();

  const Facts facts;
  RegionTable regions;
  Expressions exprs;

  // Does nobody else call its functions or replace weak ones?
  bool is_whole = false;
  // Is memory what pointers to it are declared to point to, unless a body shows
  // something else?
  bool keeps_to_types = true;
  // Is it called, or its address taken, in a part of the program that was not
  // loaded?
  std::function<bool(ProcedureId)> has_unseen_callers = [](ProcedureId) {
    return false;
  };

  // Of the one object that this is about, if it has homes (whereabouts.h); then
  // memory is divided by HomeRegions.
  const Whereabouts *homes = nullptr;

  // Those that were asked for (prove.h).
  std::map<ProcedureId, std::string> unsafe_constructs;

  // Records by name: does a body look inside (declared_types.h)?
  std::map<std::string, bool> opened_records;
  // By block, likewise (exceptions.h).
  std::map<ProcedureId, std::vector<bool>> live_blocks;

  FunctionView &view(ProcedureId procedure);
  // What a model says of it, by its name; null: there is none.
  const model::FunctionModel *model(ProcedureId procedure);
  // Of a container that a specification describes: it keeps its elements as
  // long as it lives, and nobody says what becomes of them with it.
  bool is_container_routine(ProcedureId procedure);
  Beliefs &beliefs(ProcedureId procedure);

  // Of an outcome of `callee` or one that lives as long.
  const CallNames &names(FunctionView &view, ir::ValueId call,
                         ProcedureId callee, const infer::Outcome &outcome,
                         bool is_sound);

  // The regions that a call of `procedure` may change, with all that it calls;
  // nullopt: any.
  const std::optional<RegionSetId> &modified(ProcedureId procedure);

private:
  bool add_modified(ProcedureId procedure, std::vector<RegionId> &out,
                    std::vector<ProcedureId> &todo);

  std::map<ProcedureId, std::unique_ptr<FunctionView>> views_;
  FunctionView *last_view_ = nullptr; // that was asked for
  std::map<ProcedureId, const model::FunctionModel *> models_;
  FunctionView::Names names_; // of the next body
  std::map<ProcedureId, std::unique_ptr<Beliefs>> beliefs_;
  struct NamesKey {
    ProcedureId caller;
    ir::ValueId call;
    ProcedureId callee;
    const infer::Outcome *outcome;
    bool is_sound;
    bool operator==(const NamesKey &) const = default;
  };
  struct NamesHash {
    std::size_t operator()(const NamesKey &key) const noexcept;
  };
  std::unordered_map<NamesKey, std::unique_ptr<const CallNames>, NamesHash>
      call_names_;
  std::map<ProcedureId, std::optional<RegionSetId>> modified_;
};

} // namespace wt::contradiction
