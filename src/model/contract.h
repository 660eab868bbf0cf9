// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a function of a library class do to the cells of its object?
//
// A contract is a specification whose clauses speak of cells: what they hold
// afterwards, who is called with what they held, which count changes.
//
//   void std::unique_ptr<T, D>::reset(std::unique_ptr<T, D> *this, own T *p)
//     where { this->_M_head_impl becomes p; this->_M_head_impl given to D };
//
// Effects (model.h) cannot say this.  A contract becomes a body of a few
// instructions instead, which takes the place of the library's own one before
// units are linked: whoever reads bodies reads what the contract says.  All
// clauses speak of what the cells held at the call; first the cells are
// written, then functions are called, in the order of the clauses.
//
// A function that looks different from its contract keeps its body: another
// version of the library, or a class with two fields of the name.
//
// Tested by tests/unit/model/contract_test.cpp and
// tests/leak/cxx/smart_contracts.cpp.

#pragma once

#include "ir/unit.h"
#include "model/spec.h"
#include "support/result.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace wt::model {

bool is_contract(const SpecFunction &function);

// Do the clauses name parameters, and nothing that only effects can say?
Status check_contract(const SpecFile &file, const SpecFunction &function);

struct Contract {
  SpecFunction function;
  std::vector<std::string> type_variables;
};

class Contracts {
public:
  // Fails where check_contract does.
  Status add(const SpecFile &file, const SpecFunction &function);
  // Exchanges bodies; tells how many.
  std::size_t apply(ir::Unit &unit) const;

private:
  // By name without template arguments.
  std::unordered_map<std::string, std::vector<Contract>> by_name_;
};

// Puts the one block of function `id` in place of its calls in the unit.  Sums
// of two places need that: only the caller knows both (`count += -1`).
void write_into_callers(ir::Unit &unit, ir::FunctionId id);

// Makes the body of function `id` from the contract.  False: the function does
// not look as the contract says, and stays as it is.
bool write_body(ir::Unit &unit, ir::FunctionId id, const Contract &contract);

// `std::map<int, T>::operator=<U>` is `std::map::operator=`.
std::string without_template_arguments(std::string_view name);
// `A<T>` of `A<T>::f<U>`.
std::string_view class_of_method(std::string_view name);
// `A<int, B<T>>` has int and B<T>.
std::vector<std::string> template_arguments(std::string_view type);

} // namespace wt::model
