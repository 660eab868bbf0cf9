// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a function pointer followed to constant memory?  The idea is in
// function_values.h.  An address is a set of Regions; a region is one
// place in a variable or, after an index that is not constant, all places in
// steps of some size.
//
// Tested by tests/unit/program/call_graph_test.cpp.

#include "program/function_values.h"

#include "program/constants.h"

#include <algorithm>
#include <numeric>

namespace wt {

namespace {

using ir::Op;
using ir::ValueId;

// Bytes offset, offset + step, offset + 2 step, ... of a variable, and the
// same downwards; just `offset` when step is 0.
struct Region {
  ProgramVariableId variable;
  std::int64_t offset = 0;
  std::int64_t step = 0;

  // With a step.
  bool covers(std::uint64_t place) const {
    return (static_cast<std::int64_t>(place) - offset) % step == 0;
  }
};

class Finder {
public:
  Finder(const Program &program, ProcedureId procedure)
      : program_(program), unit_(program.procedures()[procedure].unit),
        f_(program.body(procedure)) {}

  std::optional<std::vector<ProcedureId>> run(ValueId value) {
    if (!functions(value))
      return std::nullopt;
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return found_;
  }

private:
  // Both walks end: they spend from one allowance, and give up without it.
  bool spend() { return --allowance_ >= 0; }

  // Adds what `value` can be to found_; false when that is not all.
  bool functions(ValueId value) {
    if (!spend())
      return false;
    const ir::Inst &inst = f_.insts[value];
    switch (inst.op) {
    case Op::kFunction:
      found_.push_back(program_.procedure(unit_, f_.function(value)));
      return true;
    case Op::kNull:
    case Op::kUndef:
      return true;
    case Op::kInt:
      return f_.int_value(value) == 0;
    case Op::kCast:
      return functions(f_.operand(value, 0));
    case Op::kPhi:
      return function_phi(value);
    case Op::kSelect:
      return functions(f_.operand(value, 1)) && functions(f_.operand(value, 2));
    case Op::kLoad: {
      std::vector<Region> regions;
      if (inst.is_volatile || !addresses(f_.operand(value, 0), {}, regions))
        return false;
      return std::all_of(regions.begin(), regions.end(),
                         [&](const Region &r) { return load_functions(r); });
    }
    default:
      return false;
    }
  }

  bool function_phi(ValueId phi) {
    if (std::find(phis_.begin(), phis_.end(), phi) != phis_.end())
      return true; // its other operands are being added
    phis_.push_back(phi);
    for (ValueId v : f_.operands_of(phi))
      if (!functions(v))
        return false;
    return true;
  }

  // What was added to an address on the way here.
  struct Moved {
    std::int64_t by = 0;
    std::int64_t step = 0;

    Moved plus(std::int64_t more) const { return {by + more, step}; }
    Moved in_steps_of(std::int64_t size) const {
      return {by, std::gcd(step, size)};
    }
  };

  // Adds all places that `value`, moved, can point to.
  bool addresses(ValueId value, Moved moved, std::vector<Region> &out) {
    if (!spend())
      return false;
    switch (f_.insts[value].op) {
    case Op::kGlobal:
      out.push_back(
          {program_.variable(unit_, f_.global(value)), moved.by, moved.step});
      return true;
    case Op::kNull:
    case Op::kUndef:
      return true;
    case Op::kCast:
      return addresses(f_.operand(value, 0), moved, out);
    case Op::kField:
      return addresses(f_.operand(value, 0), moved.plus(f_.field(value).offset),
                       out);
    case Op::kElement:
      return addresses(f_.operand(value, 0), indexed(value, moved), out);
    case Op::kPhi:
      return address_phi(value, moved, out);
    case Op::kSelect:
      return addresses(f_.operand(value, 1), moved, out) &&
             addresses(f_.operand(value, 2), moved, out);
    case Op::kLoad:
      return load_addresses(value, moved, out);
    default:
      return false;
    }
  }

  Moved indexed(ValueId element, Moved moved) const {
    auto stride = static_cast<std::int32_t>(f_.insts[element].extra);
    ValueId index = f_.operand(element, 1);
    if (f_.insts[index].op == Op::kInt)
      return moved.plus(f_.int_value(index) * stride);
    return moved.in_steps_of(std::abs(std::int64_t(stride)));
  }

  // A phi met again while its operands are walked closes a loop.  What was
  // added on the way round is then the step of everything that enters it:
  //   for (p = table; p->name; p++)     table, in steps of its element
  struct OpenPhi {
    ValueId phi;
    int loads; // depth of loads when it was opened
    Moved at;  // and what was added until then
    std::int64_t round = 0;
  };

  bool address_phi(ValueId phi, Moved moved, std::vector<Region> &out) {
    for (OpenPhi &open : open_)
      if (open.phi == phi) {
        open.round = std::gcd(open.round, moved.by - open.at.by);
        open.round = std::gcd(open.round, moved.step);
        return open.loads == loads_; // p = p->next is not followed
      }
    open_.push_back({phi, loads_, moved});
    std::size_t first = out.size();
    for (ValueId v : f_.operands_of(phi))
      if (!addresses(v, moved, out))
        return false;
    std::int64_t round = open_.back().round;
    open_.pop_back();
    for (std::size_t i = first; i < out.size(); ++i)
      out[i].step = std::gcd(out[i].step, round);
    return true;
  }

  bool load_functions(const Region &region) {
    return each_cell(region, [&](const ir::InitCell &cell, UnitId home) {
      bool is_function =
          cell.kind == ir::InitCell::Kind::kFunction && cell.value == 0;
      if (is_function)
        found_.push_back(program_.procedure(home, cell.function));
      return is_function || is_null(cell);
    });
  }

  bool load_addresses(ValueId load, Moved moved, std::vector<Region> &out) {
    std::vector<Region> regions;
    ++loads_;
    bool all = !f_.insts[load].is_volatile &&
               addresses(f_.operand(load, 0), {}, regions);
    --loads_;
    if (!all)
      return false;
    auto add = [&](const ir::InitCell &cell, UnitId home) {
      if (cell.kind == ir::InitCell::Kind::kGlobal)
        out.push_back({program_.variable(home, cell.global),
                       cell.value + moved.by, moved.step});
      return cell.kind == ir::InitCell::Kind::kGlobal || is_null(cell);
    };
    return std::all_of(regions.begin(), regions.end(),
                       [&](const Region &r) { return each_cell(r, add); });
  }

  static bool is_null(const ir::InitCell &cell) {
    return cell.kind == ir::InitCell::Kind::kInt && cell.value == 0;
  }

  // Calls `visit` for every initial value in the region, until it says false.
  // False too when there may be others.
  template <class Visit> bool each_cell(const Region &region, Visit visit) {
    const ProgramVariable &variable = program_.variables()[region.variable];
    if (!variable.is_never_written || !variable.is_defined)
      return false;
    const ir::Global &global = initial_value(program_, region.variable);
    if (region.step == 0) {
      const ir::InitCell *cell =
          cell_at(global, static_cast<std::uint64_t>(region.offset));
      return cell ? visit(*cell, variable.unit) : global.init_is_complete;
    }
    for (const ir::InitCell &cell : global.init)
      if (region.covers(cell.offset) &&
          !(spend() && visit(cell, variable.unit)))
        return false;
    return global.init_is_complete;
  }

  const Program &program_;
  UnitId unit_;
  const ir::Function &f_;
  std::vector<ProcedureId> found_;
  std::vector<ValueId> phis_; // of functions, met before
  std::vector<OpenPhi> open_; // of addresses, being walked
  int loads_ = 0;             // being walked
  int allowance_ = 10000;
};

} // namespace

std::optional<std::vector<ProcedureId>> function_values(const Program &program,
                                                        ProcedureId procedure,
                                                        ir::ValueId value) {
  return Finder(program, procedure).run(value);
}

} // namespace wt
