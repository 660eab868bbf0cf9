// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions have contracts, and what their names say; see contract.h.

#include "model/contract.h"

#include <algorithm>

namespace wt::model {
namespace {

using Kind = SpecClause::Kind;

bool is_about_cells(const SpecClause &clause) {
  bool counts =
      clause.kind == Kind::kAcquired || clause.kind == Kind::kReleased;
  return clause.kind == Kind::kBecomes || clause.kind == Kind::kGiven ||
         (counts && clause.other) || !clause.place.field.empty() ||
         (clause.other && !clause.other->field.empty());
}

bool has_sum(const SpecFunction &function) {
  return std::ranges::any_of(function.clauses, [](const SpecClause &clause) {
    return clause.added.has_value();
  });
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return std::string(text);
}

} // namespace

bool is_contract(const SpecFunction &function) {
  return std::ranges::any_of(function.clauses, is_about_cells);
}

Status check_contract(const SpecFile &file, const SpecFunction &function) {
  auto refuse = [&](SpecPos pos, std::string message) -> Status {
    return fail(std::move(message), file.file, pos.line, pos.column);
  };
  for (const SpecClause &clause : function.clauses) {
    if (!is_about_cells(clause) && clause.kind != Kind::kIs)
      return refuse(clause.pos, "found a clause about objects beside one about "
                                "cells, expected 'is', 'becomes', 'given to', "
                                "'acquired at' or 'released at'");
    if (!clause.tests.empty() || clause.is_maybe || clause.or_null)
      return refuse(clause.pos, "found a condition in a contract of cells, "
                                "expected none");
    for (const SpecPlace *place :
         {&clause.place, clause.other ? &*clause.other : nullptr,
          clause.added ? &*clause.added : nullptr}) {
      if (!place)
        continue;
      bool is_result = place->name == "result" && clause.kind == Kind::kIs &&
                       place == &clause.place;
      if (!is_result &&
          std::ranges::find(function.params, place->name, &SpecParam::name) ==
              function.params.end())
        return refuse(place->pos, "found '" + place->name +
                                      "', expected a parameter of '" +
                                      function.name + "'");
    }
  }
  return {};
}

std::string without_template_arguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.substr(i).starts_with("operator")) {
      // The arguments of a conversion or of an operator other than `<`.
      std::string_view rest = name.substr(i);
      std::size_t less = rest.find('<', sizeof "operator");
      return out + std::string(rest.substr(0, less));
    }
    depth += name[i] == '<';
    if (depth == 0)
      out += name[i];
    depth -= name[i] == '>';
  }
  return out;
}

std::string_view class_of_method(std::string_view name) {
  std::size_t end = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.substr(i).starts_with("operator"))
      break;
    depth += name[i] == '<';
    depth -= name[i] == '>';
    if (depth == 0 && name.substr(i).starts_with("::"))
      end = i;
  }
  return name.substr(0, end);
}

std::vector<std::string> template_arguments(std::string_view type) {
  std::vector<std::string> out;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    bool closes = type[i] == '>' || type[i] == ')';
    if ((type[i] == '<' || type[i] == '(') && depth++ == 0) {
      start = i + 1;
      out.clear(); // those of a scope
    }
    if (depth == 1 && (closes || type[i] == ',')) {
      out.push_back(trimmed(type.substr(start, i - start)));
      start = i + 1;
    }
    depth -= closes;
  }
  return out;
}

Status Contracts::add(const SpecFile &file, const SpecFunction &function) {
  Status status = check_contract(file, function);
  if (!status)
    return status;
  std::vector<Contract> &same_name =
      by_name_[without_template_arguments(function.name)];
  same_name.insert(same_name.begin(), {function, file.type_variables});
  return {};
}

std::size_t Contracts::apply(ir::Unit &unit) const {
  std::size_t count = 0;
  std::vector<ir::FunctionId> sums;
  if (unit.language != ir::Language::kCxx)
    return count;
  for (ir::FunctionId id : unit.functions.ids()) {
    const ir::Function &function = unit.functions[id];
    if (function.is_declaration())
      continue;
    auto found =
        by_name_.find(without_template_arguments(unit.text(function.name)));
    if (found == by_name_.end())
      continue;
    for (const Contract &contract : found->second)
      if (write_body(unit, id, contract)) {
        ++count;
        if (has_sum(contract.function))
          sums.push_back(id);
        break;
      }
  }
  for (ir::FunctionId id : sums)
    write_into_callers(unit, id);
  return count;
}

} // namespace wt::model
