// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/facts/points_to_figures.h"

#include <algorithm>
#include <utility>

namespace wt::bench {
namespace {

std::size_t rounded(std::size_t size) {
  std::size_t up = 10;
  while (size > up)
    up *= 10;
  return size <= 2 ? size : up;
}

void count(SetSizes &sizes, const pointer::PointsTo &facts,
           const pointer::PointSet &set) {
  std::size_t size = set.size();
  ++sizes.addresses;
  sizes.locations += size;
  sizes.largest = std::max(sizes.largest, size);
  ++sizes.by_size[rounded(size)];
  for (pointer::LocationId id : set)
    if (facts.is_foreign(facts.location(id).object)) {
      ++sizes.foreign;
      return;
    }
}

// Calls visit(procedure, body, value) for all instructions of the program.
template <typename Visit>
void for_each_inst(const Program &program, Visit visit) {
  for (ProcedureId p : program.procedures().ids()) {
    if (!program.procedures()[p].has_body)
      continue;
    const ir::Function &body = program.body(p);
    for (ir::ValueId v : body.insts.ids())
      visit(p, body, v);
  }
}

} // namespace

SetSizes set_sizes(const pointer::PointsTo &facts, bool pointers) {
  const Program &program = facts.program();
  SetSizes sizes;
  for_each_inst(program, [&](ProcedureId p, const ir::Function &body,
                             ir::ValueId v) {
    ir::Op op = body.insts[v].op;
    if (op != ir::Op::kLoad && op != ir::Op::kStore)
      return;
    ir::ValueId moved = op == ir::Op::kLoad ? v : body.operand(v, 1);
    if (program.unit_of(p).types.is_pointer(body.insts[moved].type) == pointers)
      count(sizes, facts, facts.targets(p, body.operand(v, 0)));
  });
  return sizes;
}

IndirectCalls indirect_calls(const pointer::PointsTo &facts) {
  struct Call {
    bool reaches_outside = false, fell_back = false;
  };
  std::map<std::pair<ProcedureId, ir::ValueId>, Call> calls;
  for (const pointer::IndirectSite &site : facts.indirect_sites()) {
    if (site.is_by_model)
      continue;
    Call &call = calls[{facts.context(site.context).procedure, site.call}];
    call.reaches_outside |= site.reaches_outside;
    call.fell_back |= site.fell_back;
  }
  IndirectCalls out;
  for (const auto &[place, call] : calls) {
    ++(call.fell_back         ? out.by_type
       : call.reaches_outside ? out.outside
                              : out.exact);
    out.targets +=
        facts.call_targets(place.first, place.second).procedures.size();
  }
  return out;
}

std::map<std::string, std::size_t>
unexplained_calls(const pointer::PointsTo &facts) {
  const Program &program = facts.program();
  std::map<std::string, std::size_t> calls;
  for_each_inst(
      program, [&](ProcedureId p, const ir::Function &body, ir::ValueId v) {
        const ir::Inst &inst = body.insts[v];
        if (inst.op == ir::Op::kUnknown && inst.operand_count > 0)
          ++calls["unknown " + program.unit_of(p).text(StrId(inst.extra))];
        if (inst.op != ir::Op::kCall)
          return;
        for (ProcedureId q : facts.call_targets(p, v).procedures)
          if (!program.procedures()[q].has_body && !facts.model_of(q))
            ++calls[std::string(program.procedures()[q].link_name)];
      });
  return calls;
}

} // namespace wt::bench
