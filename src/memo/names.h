// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are procedures and variables called in every run, on every machine?
//
// Ids are numbers of one run.  What is kept names things by digests:
//
//   void f()            its link name
//   static void f()     link name and file, relative to what all files share
//   "a string"          file and content
//   several of these    ... and which of them it is
//
// A digest means one thing in one program; whether that is still the same thing
// is for FactDigests to say.
//
// Tested by tests/unit/memo/names_test.cpp.

#pragma once

#include "program/program.h"
#include "support/digest.h"

#include <optional>
#include <unordered_map>

namespace wt::memo {

class Names {
public:
  explicit Names(const Program &program);

  const Digest &of(ProcedureId p) const { return procedures_[p]; }
  const Digest &of(ProgramVariableId v) const { return variables_[v]; }
  const Digest &of(UnitId unit) const { return units_[unit]; }
  // Invalid: the program has none of that name.
  ProcedureId procedure(const Digest &name) const;
  ProgramVariableId variable(const Digest &name) const;
  // Without what all main files share; as it is where it does not start so.
  std::string_view relative(std::string_view file) const;

private:
  void name_units(const Program &program);
  void name_procedures(const Program &program);
  void name_variables(const Program &program);

  std::string root_; // what all main files start with
  IdMap<UnitId, Digest> units_;
  IdMap<ProcedureId, Digest> procedures_;
  IdMap<ProgramVariableId, Digest> variables_;
  std::unordered_map<Digest, ProcedureId> procedure_of_;
  std::unordered_map<Digest, ProgramVariableId> variable_of_;
};

} // namespace wt::memo
