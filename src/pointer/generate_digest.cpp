// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is it the same system of constraints as in another run?
//
// Making constraints costs little, solving them much.  So the digest is made of
// the constraints, with all that is read beside them while they are solved: the
// calls through pointers, which the solver connects, and how functions are
// entered and left.  Of accesses to memory that move no pointer it has what
// mod/ref reads.
//
// Numbers of instructions are not in it: they differ after an edit that has
// nothing to do with pointers.  Nodes and objects are numbered in order, so
// equal digests mean that they have the same numbers.
//
// Tested by tests/unit/pointer/digest_test.cpp.

#include "pointer/generator.h"
#include "pointer/layout.h"
#include "pointer/system_digest.h"

#include <array>

namespace wt::pointer {

using ir::Op;
using ir::ValueId;

namespace {

// A digest of many fields, piece by piece.
class LongDigest {
public:
  template <class... Fields> void add(Fields... fields) {
    (piece_.add(static_cast<std::uint64_t>(fields)), ...);
    if (++count_ % kPiece == 0)
      close();
  }
  void add(const Digest &digest) { all_.add(digest); }
  Digest finish() {
    close();
    return all_.finish();
  }

private:
  static constexpr std::size_t kPiece = 4096;

  void close() {
    all_.add(piece_.finish());
    piece_ = DigestBuilder();
  }

  DigestBuilder all_, piece_;
  std::size_t count_ = 0;
};

bool makes_pointers(const ir::Function &f) {
  for (const ir::Inst &inst : f.insts)
    if (inst.op == Op::kCast &&
        static_cast<ir::CastKind>(inst.code) == ir::CastKind::kIntToPtr)
      return true;
  return false;
}

} // namespace

void Generator::add_nodes(DigestBuilder &out,
                          std::span<const NodeId> nodes) const {
  out.add(std::uint64_t(nodes.size()));
  for (NodeId node : nodes)
    out.add(std::uint64_t(node.value));
}

// What mod/ref asks of an instruction; through what points nowhere: nothing.
void Generator::add_access(DigestBuilder &out, ContextId context,
                           ValueId v) const {
  const ir::Function &f = function_of(context);
  const ir::Inst &inst = f.insts[v];
  std::vector<NodeId> nodes;
  switch (inst.op) {
  case Op::kLoad:
  case Op::kStore:
  case Op::kMemFill:
    nodes = {node(context, f.operand(v, 0))};
    break;
  case Op::kMemCopy:
    nodes = {node(context, f.operand(v, 0)), node(context, f.operand(v, 1))};
    break;
  case Op::kUnknown:
    out.add(is_done_outside(unit_of(context), f, v)
                ? std::string_view("outside")
                : std::string_view(unit_of(context).text(StrId(inst.extra))));
    for (ValueId operand : f.operands_of(v))
      nodes.push_back(node(context, operand));
    break;
  case Op::kCall:
    for (ValueId argument : f.arguments(v))
      nodes.push_back(node(context, argument));
    break;
  default:
    return;
  }
  bool points_nowhere = inst.op != Op::kCall && inst.op != Op::kUnknown;
  for (NodeId node : nodes)
    points_nowhere &= !node.valid();
  if (points_nowhere)
    return;
  out.add(std::uint64_t(inst.op));
  add_nodes(out, nodes);
}

void Generator::add_context(DigestBuilder &out, ContextId context) const {
  const Context &info = system_.contexts[context];
  out.add(std::uint64_t(info.procedure.value))
      .add(std::uint64_t(info.caller.value));
  if (!program_.procedures()[info.procedure].has_body)
    return;
  add_nodes(out, std::array{frames_[context].result, frames_[context].varargs});
  const ir::Function &f = function_of(context);
  const std::vector<NodeId> &values = system_.values[context];
  add_nodes(out, std::span(values).first(f.param_count));
  for (ValueId v : f.insts.ids())
    if (f.insts[v].block.valid())
      add_access(out, context, v);
}

// Who is called is found while solving, and the call is connected then.
void Generator::add_indirect_call(DigestBuilder &out,
                                  const CallView &view) const {
  add_nodes(out, view.arguments);
  add_nodes(out, std::array{view.result});
  const ir::Function &f = function_of(view.context);
  const ir::TypeTable &types = unit_of(view.context).types;
  for (ValueId argument : f.arguments(view.call)) {
    ir::TypeId type = f.insts[argument].type;
    out.add(std::uint64_t(f.insts[argument].op))
        .add(std::uint64_t(pointee_of(types, type)))
        .add(std::uint64_t(types.is_pointer(type)))
        .add(std::uint64_t(types.is_pointer(types.pointee(type))))
        .add(types.size_of(types.pointee(type)));
  }
}

Digest Generator::digest() const {
  LongDigest out;
  out.add(constraints_.node_count(), constraints_.outside().value,
          constraints_.escaped().value, is_outside_used_, has_main_, is_whole_);
  for (std::size_t i = 0; i < constraints_.node_count(); ++i)
    if (constraints_.is_open(NodeId(i)))
      out.add(i);
  for (const Constraint &c : constraints_.list())
    out.add(c.kind, c.to.value, c.from.value, c.object.value, c.offset,
            c.extent);
  for (const Object &object : constraints_.objects()) {
    out.add(object.size, object.is_one_location, object.is_function,
            object.holds_nothing, object.arrays.size());
    for (const Array &array : object.arrays)
      out.add(array.begin, array.end, array.stride);
  }
  for (const ObjectInfo &info : system_.objects)
    out.add(info.kind, info.procedure.value, info.global.value,
            info.context.value, info.is_many);
  for (ContextId context : system_.contexts.ids()) {
    DigestBuilder one;
    add_context(one, context);
    out.add(one.finish());
  }
  for (std::size_t i = 0; i < system_.indirect_sites.size(); ++i) {
    const IndirectSite &site = system_.indirect_sites[i];
    out.add(site.context.value, site.argument_count, site.is_by_model);
    DigestBuilder one;
    add_indirect_call(one, indirect_calls_[i]);
    out.add(one.finish());
  }
  for (ProcedureId p : program_.procedures().ids())
    out.add(system_.models[p] != nullptr, program_.procedures()[p].has_body &&
                                              makes_pointers(program_.body(p)));
  return out.finish();
}

Digest digest_of_system(const Program &program, const model::ModelSet &models,
                        const infer::FreshPlaces &fresh,
                        const PointsToLimits &limits) {
  DigestBuilder out;
  for (bool is_outside_used : {false, true}) {
    Generator generator(program, models, fresh, limits, is_outside_used);
    generator.generate();
    out.add(generator.digest());
    if (generator.is_outside_used())
      break;
  }
  return out.finish();
}

} // namespace wt::pointer
