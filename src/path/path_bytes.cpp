// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Root and steps: see path_bytes.h.

#include "path/path_bytes.h"

namespace wt {

void write(ByteWriter &out, const AccessPath &path, IdWriter &ids) {
  PathRoot root = path.root();
  out.byte(static_cast<std::uint8_t>(root.kind));
  if (root.kind == PathRoot::Kind::kGlobal)
    ids.write(out, ProgramVariableId(root.index));
  else if (root.kind == PathRoot::Kind::kFunction)
    ids.write(out, ProcedureId(root.index));
  else
    out.number(root.index);
  out.byte(static_cast<std::uint8_t>(path.length() << 1 | path.is_deep()));
  for (const PathStep &step : path.steps()) {
    out.signed_number(step.offset);
    out.byte(step.any_element);
  }
}

AccessPath read_path(ByteReader &in, const IdReader &ids) {
  PathRoot root;
  root.kind = read_choice(in, PathRoot::Kind::kSlot);
  if (root.kind == PathRoot::Kind::kGlobal)
    root.index = ids.variable(in).value;
  else if (root.kind == PathRoot::Kind::kFunction)
    root.index = ids.procedure(in).value;
  else
    root.index = in.small_number();
  AccessPath path(root);
  std::uint8_t shape = in.byte();
  if (shape >> 1 > AccessPath::kMaxSteps)
    in.fail();
  for (std::size_t i = 0; i < shape >> 1u && !in.failed(); ++i) {
    auto offset = static_cast<std::int32_t>(in.signed_number());
    path = path.then({offset, in.byte() != 0});
  }
  return shape & 1 ? path.deep() : path;
}

} // namespace wt
