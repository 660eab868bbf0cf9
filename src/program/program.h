// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is the whole program?
//
// Units linked together.  Every function that a unit mentions is mapped to a
// Procedure: one body of the program, or one external name without a body.
// A static function is its own procedure per unit; COMDAT copies are one;
// several strong definitions of one name (two `main`s in one tree) are several
// procedures, and each unit sees the one of its own link target, else the one
// in the nearest folder.  Globals are mapped to Variables likewise.
//
// Built by link() (program/link.cpp), constant afterwards.
//
// Tested by tests/unit/program/.

#pragma once

#include "ir/unit.h"
#include "program/link_place.h"
#include "support/reads.h"
#include "support/result.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wt {

using UnitId = Id<struct UnitTag>;
using ProcedureId = Id<struct ProcedureTag>;
using ProgramVariableId = Id<struct ProgramVariableTag>;
using SccId = Id<struct SccTag>;

// A function of the program after linking.
struct Procedure {
  std::string_view link_name;
  std::string_view name; // plain source name, qualified in C++
  UnitId unit;           // of the chosen body, else of the first declaration
  ir::FunctionId function;
  bool has_body = false;
  bool address_taken = false; // somewhere in the program
  SccId scc;
};

// A global variable of the program after linking.
struct ProgramVariable {
  std::string_view link_name;
  UnitId unit;
  ir::GlobalId global;
  bool is_defined = false;
  bool is_never_written = false; // its initial value is its value
};

// Whom one call instruction may reach.
struct CallTargets {
  enum class Certainty : std::uint8_t {
    kExact,     // direct, or all virtual overriders of a closed hierarchy
    kStored,    // all that the program puts where the pointer comes from; code
                // outside the program may put more there
    kCandidates // by class hierarchy or by type of address-taken functions
  };
  Certainty certainty = Certainty::kExact;
  std::span<const ProcedureId> procedures; // empty: nothing is known
};

class Program {
public:
  virtual ~Program() = default;

  virtual const IdMap<UnitId, std::unique_ptr<const ir::Unit>> &
  units() const = 0;
  virtual const IdMap<ProcedureId, Procedure> &procedures() const = 0;
  virtual const IdMap<ProgramVariableId, ProgramVariable> &
  variables() const = 0;

  // The procedure / variable that `unit` means by its own id.
  virtual ProcedureId procedure(UnitId unit, ir::FunctionId id) const = 0;
  virtual ProgramVariableId variable(UnitId unit, ir::GlobalId id) const = 0;

  // All targets of a call in the body of `caller`.
  virtual CallTargets targets(ProcedureId caller, ir::ValueId call) const = 0;
  virtual std::span<const ProcedureId> callees(ProcedureId) const = 0;
  virtual std::span<const ProcedureId> callers(ProcedureId) const = 0;

  // Strongly connected components of the call graph, callees before callers.
  virtual const IdMap<SccId, std::vector<ProcedureId>> &sccs() const = 0;

  // The first procedure of that link name or source name, preferring bodies.
  virtual std::optional<ProcedureId> find(std::string_view name) const = 0;

  // Said once each while linking: duplicate definitions and the like.
  virtual std::span<const std::string> notes() const = 0;

  // Shortcuts.
  const ir::Unit &unit_of(ProcedureId p) const {
    ReadLog::note(Read::Kind::kBody, p.value);
    return *units()[procedures()[p].unit];
  }
  const ir::Function &body(ProcedureId p) const {
    return unit_of(p).functions[procedures()[p].function];
  }
};

// Links units.  Their order decides nothing but ids: it is sorted by name.
// `places` tells of each unit where the build links it; empty: not known.
std::unique_ptr<const Program>
link(std::vector<std::unique_ptr<const ir::Unit>> units,
     std::vector<LinkPlaces> places = {});

} // namespace wt
