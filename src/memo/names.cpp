// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names for every run: see names.h.

#include "memo/names.h"

#include <algorithm>

namespace wt::memo {

namespace {

// What several things are called gets a number behind it.
class Distinct {
public:
  Digest name(const Digest &base) {
    std::uint64_t number = ++count_[base];
    return number == 1 ? base : DigestBuilder().add(base).add(number).finish();
  }

private:
  std::unordered_map<Digest, std::uint64_t> count_;
};

Digest name_of(std::string_view kind, const Digest *unit,
               std::string_view text) {
  DigestBuilder name;
  name.add(kind).add(text);
  if (unit)
    name.add(*unit);
  return name.finish();
}

// A literal, by what it holds.
Digest name_of_content(const ir::Global &global, const Digest &unit) {
  DigestBuilder name;
  name.add("content").add(unit).add(global.size);
  for (const ir::InitCell &cell : global.init)
    name.add(static_cast<std::uint64_t>(cell.kind))
        .add(cell.offset)
        .add(static_cast<std::uint64_t>(cell.value));
  return name.finish();
}

} // namespace

Names::Names(const Program &program) {
  name_units(program);
  name_procedures(program);
  name_variables(program);
}

ProcedureId Names::procedure(const Digest &name) const {
  auto found = procedure_of_.find(name);
  return found == procedure_of_.end() ? ProcedureId() : found->second;
}

ProgramVariableId Names::variable(const Digest &name) const {
  auto found = variable_of_.find(name);
  return found == variable_of_.end() ? ProgramVariableId() : found->second;
}

std::string_view Names::relative(std::string_view file) const {
  return file.starts_with(root_) ? file.substr(root_.size()) : file;
}

void Names::name_units(const Program &program) {
  bool is_first = true;
  for (const auto &unit : program.units()) {
    const std::string &file = unit->main_file;
    if (is_first)
      root_ = file;
    is_first = false;
    auto differ = std::ranges::mismatch(root_, file);
    root_.erase(differ.in1, root_.end());
  }
  root_.resize(root_.rfind('/') + 1); // npos + 1 is 0
  Distinct distinct;
  for (const auto &unit : program.units())
    units_.push(
        distinct.name(name_of("unit", nullptr, relative(unit->main_file))));
}

void Names::name_procedures(const Program &program) {
  Distinct distinct;
  for (ProcedureId p : program.procedures().ids()) {
    const Procedure &procedure = program.procedures()[p];
    const ir::Function &function =
        program.units()[procedure.unit]->functions[procedure.function];
    bool is_own = function.linkage == ir::Linkage::kInternal;
    procedures_.push(distinct.name(
        name_of("procedure", is_own ? &units_[procedure.unit] : nullptr,
                procedure.link_name)));
    procedure_of_.emplace(procedures_[p], p);
  }
}

void Names::name_variables(const Program &program) {
  Distinct distinct;
  for (ProgramVariableId v : program.variables().ids()) {
    const ProgramVariable &variable = program.variables()[v];
    const ir::Unit &unit = *program.units()[variable.unit];
    const ir::Global &global = unit.globals[variable.global];
    bool is_own = global.linkage == ir::Linkage::kInternal;
    Digest base =
        is_own && unit.text(global.name).empty()
            ? name_of_content(global, units_[variable.unit])
            : name_of("variable", is_own ? &units_[variable.unit] : nullptr,
                      variable.link_name);
    variables_.push(distinct.name(base));
    variable_of_.emplace(variables_[v], v);
  }
}

} // namespace wt::memo
