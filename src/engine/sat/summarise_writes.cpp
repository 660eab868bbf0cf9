// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does a function leave in the memory of its caller?
//
// The log of an object of the caller names the cells that were written and the
// blocks that were copied; each cell is loaded as it is at the returns and
// described as a Content, on all returns or by a test on the result.

#include "engine/sat/summariser.h"

namespace wt::sat {

using Kind = Object::Kind;

// The cells that writes to an object touch, and the blocks that are copied
// into it from outside; false: not all are known.
bool Summariser::collect(ObjectId id, std::size_t log_size, Writes &out,
                         int depth) {
  if (depth > 4)
    return false;
  std::size_t count = std::min(log_size, heap_.log(id).size());
  for (std::size_t i = 0; i < count; ++i) {
    const Write write = heap_.log(id)[i];
    switch (write.kind) {
    case Write::Kind::kValue:
      if (!write.offset.is_known()) {
        out.forgets_all = true;
        break;
      }
      out.cells.insert({write.offset.base, write.value.is_pointer,
                        write.value.shape().width});
      break;
    case Write::Kind::kForgetNumbers:
      out.forgets_numbers = true;
      break;
    case Write::Kind::kCopy:
      if (!collect_copy(write, out, depth)) {
        out.forgets_all = true;
        out.untold.push_back(write.from);
      }
      break;
    default:
      out.forgets_all = true;
    }
  }
  return out.cells.size() <= kMaxCells;
}

bool Summariser::collect_copy(const Write &write, Writes &out, int depth) {
  Writes inner;
  if (!write.offset.is_known() || !write.from_offset.is_known() ||
      write.size < 0 || !collect(write.from, write.from_size, inner, depth + 1))
    return false;
  std::int64_t shift = write.offset.base - write.from_offset.base;
  std::int64_t first = write.from_offset.base, last = first + write.size;
  for (const auto &[offset, is_pointer, width] : inner.cells)
    if (offset + width / 8 > first && offset < last)
      out.cells.insert({offset + shift, is_pointer, width});
  out.forgets_numbers |= inner.forgets_numbers;
  out.forgets_all |= inner.forgets_all;
  if (heap_.objects[write.from].is_outside())
    out.blocks.push_back(
        {write.offset.base, write.size, write.from, first, write.at.guard});
  for (Block block : inner.blocks) { // cut to what is copied on
    std::int64_t from = std::max(block.to, first);
    std::int64_t end = std::min(block.to + block.size, last);
    if (from >= end)
      continue;
    block.offset += from - block.to;
    block.to = from + shift;
    block.size = end - from;
    block.guard = t_.both(block.guard, write.at.guard);
    out.blocks.push_back(block);
  }
  return true;
}

void Summariser::find_writes(ObjectId id) {
  auto path = path_of(id);
  Writes writes;
  bool are_known = collect(id, SIZE_MAX, writes);
  if (!are_known)
    writes.cells.clear();
  are_known &= !writes.forgets_all;
  Cond exit = exit_with(id);
  for (const Block &block : writes.blocks) {
    auto from = path_of(block.from);
    bool is_sure = path && from && is_impossible(exit, !block.guard);
    if (is_sure && are_known) {
      Effect effect{.kind = Effect::Kind::kCopy, .path = *path};
      effect.offset = block.to;
      effect.size = block.size;
      effect.then = {.kind = Content::Kind::kObject, .object = *from};
      effect.then.offset = block.offset;
      out_->effects.push_back(std::move(effect));
      continue;
    }
    are_known = false;
    keep(block.from);
  }
  for (ObjectId from : writes.untold)
    if (heap_.objects[from].is_outside())
      keep(from);
  if (!path || !are_known) {
    // Whatever was put in there is held by memory the caller cannot name.
    for (const Held &held : heap_.held(id))
      if (heap_.objects[held.target.object].kind == Kind::kEntry)
        keep(held.target.object);
    if (auto nearest = nearest_path(id))
      add({.kind = Effect::Kind::kForget, .path = *nearest, .is_deep = true});
  }
  if (!path)
    return;
  for (const auto &[offset, is_pointer, width] : writes.cells)
    find_write(id, *path, {offset, 0}, {is_pointer, width});
  if (are_known && writes.forgets_numbers)
    add({.kind = Effect::Kind::kForget, .path = *path});
}

// A content that is not the same on all returns may be told apart by the
// result, or by an argument: `*out = text ? strdup(text) : 0`.
void Summariser::split(Effect &effect, Cond exit,
                       const std::function<Content(Cond)> &content_when) {
  using ContentKind = Content::Kind;
  bool is_fresh = effect.then.kind == ContentKind::kFresh;
  bool is_settled = false;
  auto try_split = [&](Cond holds, const Circumstance &when) {
    Cond met = t_.both(exit, holds), not_met = t_.both(exit, !holds);
    if (is_settled || is_impossible(met) || is_impossible(not_met))
      return;
    Content then = content_when(met), otherwise = content_when(not_met);
    bool is_known = then.kind != ContentKind::kUnknown &&
                    otherwise.kind != ContentKind::kUnknown;
    bool has_fresh = then.kind == ContentKind::kFresh ||
                     otherwise.kind == ContentKind::kFresh;
    bool both_fresh = then.kind == ContentKind::kFresh &&
                      otherwise.kind == ContentKind::kFresh;
    // New on one side only, or better than nothing.
    bool is_better = is_fresh
                         ? is_known && has_fresh && !both_fresh
                         : (then.kind != ContentKind::kUnknown ||
                            otherwise.kind != ContentKind::kUnknown) &&
                               (has_fresh || effect.when == Circumstance{});
    if (!is_better)
      return;
    effect.when = when;
    effect.then = then;
    effect.otherwise = otherwise;
    is_settled = is_known;
  };
  if (has_result())
    for (const auto &[one, other] : kSplits)
      try_split(test(one), {one, {}});
  if (!effect.shape.is_pointer || e_.function.param_count > kMaxRelated)
    return;
  for (std::uint32_t i = 0; i < e_.function.param_count; ++i) {
    const Value parameter = e_.value(NodeId(0), ir::ValueId(i));
    Cond is_zero = heap_.equal(parameter, integer(0, parameter.shape().width));
    try_split(is_zero, {{}, ParameterTest{i, true}});
  }
  // A result that says in its own way whether it went well, and is not
  // understood: callers will trust it, so nothing is said about the object.
  bool has_status = has_result() && out_->result.kind == ContentKind::kUnknown;
  for (Content *content : {&effect.then, &effect.otherwise})
    if (has_status && content->kind == ContentKind::kFresh &&
        content->may_fail &&
        effect.when.result.kind == model::ResultTest::Kind::kAlways)
      *content = {};
}

void Summariser::find_write(ObjectId id, const AccessPath &path, Offset offset,
                            Shape shape) {
  std::vector<std::pair<Cond, Value>> choices;
  for (const Exit &exit : e_.exits)
    if (exit.kind == Exit::Kind::kReturn)
      choices.push_back(
          {exit.at.guard, heap_.load(id, offset, shape, exit.at)});
  Value after = heap_.merged(choices, shape);
  Value before = heap_.load(id, offset, shape, e_.exits[0].at, 0);
  Cond exit = exit_with(id);
  auto content_when = [&](Cond when) {
    if (is_impossible(when, !heap_.equal(after, before)))
      return Content{.kind = Content::Kind::kSame};
    return content(after, when, false, id, offset);
  };
  Effect effect{.kind = Effect::Kind::kWrite, .path = path};
  effect.offset = offset.base;
  effect.shape = shape;
  effect.then = content_when(exit);
  if (effect.then.kind == Content::Kind::kSame)
    return;
  bool may_fail =
      effect.then.kind == Content::Kind::kFresh && effect.then.may_fail;
  // Numbers that are no handles are not worth the questions.
  bool matters = shape.is_pointer || !after.targets.empty();
  if (matters && (effect.then.kind == Content::Kind::kUnknown || may_fail))
    split(effect, exit, content_when);
  bool is_vague = effect.then.kind == Content::Kind::kUnknown ||
                  (effect.when != Circumstance{} &&
                   effect.otherwise.kind == Content::Kind::kUnknown);
  if (is_vague)
    for (const Target &target : after.targets)
      if (heap_.objects[target.object].kind == Kind::kEntry)
        keep(target.object);
  // New objects that a global holds are no concern of the caller.
  if (path.is_global)
    for (Content *content : {&effect.then, &effect.otherwise})
      if (content->kind == Content::Kind::kFresh)
        *content = {};
  add(std::move(effect));
}

} // namespace wt::sat
