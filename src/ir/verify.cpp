// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of the verifier and its messages; see ir/verify.h.

#include "ir/verify.h"

#include "ir/print.h"
#include "ir/verify_checks.h"

namespace wt::ir {

namespace {
// A broken pass breaks everything: more messages would help nobody.
constexpr std::size_t kMaxMessages = 1000;
} // namespace

std::string Complaints::where() const {
  if (!function_)
    return "unit";
  StrId id = function_->link_name;
  if (id.value < unit_.strings.size())
    return "function " + quoted(unit_.strings[id]);
  return "function without a name";
}

void Complaints::add(std::string_view problem) {
  if (!full())
    messages_.push_back(where() + ": " + std::string(problem));
}

void Complaints::add(BlockId b, std::string_view problem) {
  if (!full())
    messages_.push_back(where() + ", block b" + std::to_string(b.value) + ": " +
                        std::string(problem));
}

void Complaints::add(ValueId v, std::string_view problem) {
  if (full())
    return;
  std::string message = where();
  if (v.value < function_->insts.size()) {
    const Inst &inst = function_->insts[v];
    if (inst.block.valid())
      message += ", block b" + std::to_string(inst.block.value);
  }
  messages_.push_back(message + ", value %" + std::to_string(v.value) + ": " +
                      std::string(problem));
}

std::vector<std::string> verify(const Unit &unit) {
  Complaints out(unit, kMaxMessages);
  check_unit_shape(unit, out);
  if (out.count())
    return out.take();
  for (const Function &function : unit.functions) {
    out.enter(&function);
    if (check_shape(unit, function, out))
      check_flow(unit, function, out);
  }
  return out.take();
}

std::vector<std::string> verify(const Unit &unit, const Function &function) {
  Complaints out(unit, kMaxMessages);
  out.enter(&function);
  if (check_shape(unit, function, out))
    check_flow(unit, function, out);
  return out.take();
}

std::optional<std::string> first_shape_error(const Unit &unit) {
  Complaints out(unit, 1);
  check_unit_shape(unit, out);
  for (const Function &function : unit.functions) {
    if (out.full())
      break;
    out.enter(&function);
    check_shape(unit, function, out);
  }
  if (!out.count())
    return std::nullopt;
  return out.take().front();
}

} // namespace wt::ir
