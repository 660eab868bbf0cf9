// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where may the object of one call be, if it never gets into memory?
//
// A candidate names the object that one call makes.  Most of them stay in
// variables until they are freed or returned:
//
//   s = xstrdup(name);      s may be it
//   t = s + 1;              t too
//   print(s);               the parameter of print(), if it has a body
//   global = s;             it is in memory: nothing is said
//
// An over-approximation without order and paths, over the function and the
// callees that are given the object.  Of such an object all is known: no cell
// of memory holds it, whatever types and arrays the program uses, and code
// that is not given it cannot touch it.  Calls that nobody knows, stores,
// numbers made of pointers end that.
//
// Tested by tests/unit/engine/contradiction_judge_test.cpp.

#pragma once

#include "engine/contradiction/workspace.h"
#include "finding/site.h"

#include <set>

namespace wt::contradiction {

class Whereabouts {
public:
  Whereabouts(Workspace &workspace, const Site &site);

  // Why nothing is said; "" when it is in variables alone.
  const std::string &why_not() const { return why_not_; }
  // Is this the call that makes it?  (In the activation that is looked at.)
  bool is_made_by(ProcedureId procedure, ir::ValueId call) const {
    return procedure == site_.procedure && call == site_.value;
  }
  bool may_be(ProcedureId procedure, ir::ValueId v) const;
  // Is the object given to this call?
  bool is_given(ProcedureId procedure, ir::ValueId call) const;
  // Promoted variables of the function of the site that may hold it.
  const std::set<ir::VariableId> &variables() const { return variables_; }

private:
  struct Body {
    std::vector<bool> may_be; // by value
    bool returns_it = false;
  };
  static constexpr std::size_t kMostBodies = 40;

  Body *body(ProcedureId procedure);
  bool add(Body &body, ir::ValueId v);
  bool pass_all(ProcedureId procedure);
  bool pass(ProcedureId procedure, ir::ValueId v);
  bool pass_call(ProcedureId procedure, ir::ValueId call);
  bool pass_to_model(ProcedureId procedure, ir::ValueId call,
                     ProcedureId callee);
  bool pass_to_body(ProcedureId procedure, ir::ValueId call,
                    ProcedureId callee);
  bool escape(const std::string &why, ProcedureId procedure, ir::ValueId at);

  Workspace &workspace_;
  const Site site_;
  std::string why_not_;
  std::map<ProcedureId, Body> bodies_;
  std::set<ir::VariableId> variables_;
};

} // namespace wt::contradiction
