// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits that all callers pass: see passed_bits.h.

#include "program/passed_bits.h"

#include "program/written.h"

#include <set>

namespace wt {

namespace {

using ir::Op;
using ir::ValueId;

constexpr int kMaxDepth = 6; // of the expression that is passed

} // namespace

class PassedBitsSolver {
public:
  PassedBitsSolver(const Program &program, PassedBits &out)
      : program_(program), out_(out), sites_(program.procedures().size()) {}

  void run() {
    bool is_closed = has_main(program_);
    for (ProcedureId p : program_.procedures().ids()) {
      out_.first_.push(PassedBits::kOpen);
      if (!has_known_callers(p, is_closed))
        continue;
      out_.first_[p] = out_.bits_.size();
      for (std::uint32_t i = 0; i < program_.body(p).param_count; ++i)
        out_.bits_.push_back(width_of(p, ValueId(i)) ? KnownBits::nothing()
                                                     : KnownBits{});
    }
    find_sites();
    solve();
    // Nobody calls it: nothing is known.
    for (KnownBits &bits : out_.bits_)
      if (bits.is_nothing())
        bits = {};
  }

private:
  struct CallSite {
    ProcedureId caller;
    ValueId call;
  };

  bool has_known_callers(ProcedureId p, bool is_closed) const {
    const Procedure &procedure = program_.procedures()[p];
    if (!procedure.has_body || procedure.address_taken ||
        procedure.link_name == "main")
      return false;
    const ir::Function &body = program_.body(p);
    if (body.is_virtual || body.is_variadic)
      return false;
    return body.linkage == ir::Linkage::kInternal ||
           (is_closed && body.linkage != ir::Linkage::kWeak);
  }

  // Of an integer that fits; else 0.
  std::uint32_t width_of(ProcedureId p, ValueId v) const {
    const ir::Unit &unit = program_.unit_of(p);
    const ir::Type &type = unit.types[program_.body(p).insts[v].type];
    return type.kind == ir::TypeKind::kInt && type.width <= 64 ? type.width : 0;
  }

  void find_sites() {
    for (ProcedureId caller : program_.procedures().ids()) {
      if (!program_.procedures()[caller].has_body)
        continue;
      const ir::Function &body = program_.body(caller);
      for (ValueId v : body.insts.ids())
        if (body.insts[v].op == Op::kCall && body.insts[v].block.valid())
          for (ProcedureId callee : program_.targets(caller, v).procedures)
            if (out_.first_[callee] != PassedBits::kOpen)
              sites_[callee].push_back({caller, v});
    }
  }

  // Who hands parameters on is below: it is looked at again.
  void solve() {
    std::set<ProcedureId> todo;
    for (ProcedureId p : program_.procedures().ids())
      if (!sites_[p].empty())
        todo.insert(p);
    while (!todo.empty()) {
      ProcedureId p = *todo.begin();
      todo.erase(todo.begin());
      if (!look_at(p))
        continue;
      for (ProcedureId callee : program_.callees(p))
        if (!sites_[callee].empty())
          todo.insert(callee);
    }
  }

  // True: something is no longer known.
  bool look_at(ProcedureId p) {
    bool has_changed = false;
    for (std::uint32_t i = 0; i < program_.body(p).param_count; ++i) {
      KnownBits &known = out_.bits_[out_.first_[p] + i];
      for (const CallSite &site : sites_[p]) {
        if (known == KnownBits{})
          break;
        KnownBits next = known.join(passed(site, i, width_of(p, ValueId(i))));
        has_changed |= next != known;
        known = next;
      }
    }
    return has_changed;
  }

  KnownBits passed(const CallSite &site, std::uint32_t parameter,
                   std::uint32_t width) const {
    std::span<const ValueId> arguments =
        program_.body(site.caller).arguments(site.call);
    if (parameter >= arguments.size() ||
        width_of(site.caller, arguments[parameter]) < width)
      return {};
    return bits_of(site.caller, arguments[parameter], kMaxDepth);
  }

  KnownBits bits_of(ProcedureId p, ValueId v, int depth) const {
    const ir::Function &body = program_.body(p);
    const ir::Inst &inst = body.insts[v];
    auto operand = [&](std::uint32_t i) {
      return bits_of(p, body.operand(v, i), depth - 1);
    };
    if (inst.op == Op::kInt)
      return KnownBits::constant(body.ints[inst.extra]);
    if (inst.op == Op::kParam)
      return out_.of(p, v.value);
    if (depth == 0)
      return {};
    switch (inst.op) {
    case Op::kSelect:
      return operand(1).join(operand(2));
    case Op::kPhi: {
      KnownBits out = KnownBits::nothing();
      for (std::uint32_t i = 0; i < inst.operand_count; ++i)
        out = out.join(operand(i));
      return out;
    }
    case Op::kBinop:
      return computed(static_cast<ir::BinaryOp>(inst.code), operand(0),
                      operand(1), width_of(p, v));
    case Op::kCast:
      return converted(static_cast<ir::CastKind>(inst.code), operand(0),
                       width_of(p, body.operand(v, 0)), width_of(p, v));
    default:
      return {};
    }
  }

  const Program &program_;
  PassedBits &out_;
  IdMap<ProcedureId, std::vector<CallSite>> sites_; // by callee
};

PassedBits::PassedBits(const Program &program) {
  PassedBitsSolver(program, *this).run();
}

} // namespace wt
