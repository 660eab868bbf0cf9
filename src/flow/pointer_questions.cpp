// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about pointers: see pointer_questions.h.

#include "flow/pointer_questions.h"

#include <algorithm>

namespace wt::flow {

using ir::ValueId;
using pointer::LocationId;
using pointer::PointSet;

// A number that was folded is no value of the body, and points nowhere.
const PointSet &PointerAnswers::targets(ValueId address) const {
  return address ? facts_.targets(procedure_, address) : nothing_;
}

Writes PointerAnswers::store(ValueId address, const PointSet &cells) const {
  const PointSet &to = targets(address);
  if (!facts_.may_meet(to, cells))
    return Writes::kNothing;
  bool is_one = to.size() == 1 && to == cells;
  return is_one && facts_.is_single(*to.begin()) ? Writes::kAll
                                                 : Writes::kPerhaps;
}

// A block may reach any cell of the objects it starts in.
bool PointerAnswers::block_write(ValueId address, const PointSet &cells) const {
  const PointSet &to = targets(address);
  if (to.size() > kMostCells || cells.size() > kMostCells ||
      facts_.may_meet(to, cells))
    return true;
  return std::ranges::any_of(to, [&](LocationId start) {
    return std::ranges::any_of(cells, [&](LocationId cell) {
      return facts_.location(start).object == facts_.location(cell).object;
    });
  });
}

bool PointerAnswers::call(ValueId call, const PointSet &cells) const {
  auto [found, is_new] = modified_.try_emplace(call.value);
  if (is_new)
    found->second = effects_.modified_by(procedure_, call);
  const pointer::CellSet &modified = found->second;
  if (modified.empty())
    return false;
  if (cells.size() > kMostCells || facts_.holds_outside(cells))
    return true;
  return std::ranges::any_of(cells, [&](LocationId cell) {
    return effects_.contains(modified, cell);
  });
}

bool PointerAnswers::may_look(ValueId call, const PointSet &cells) const {
  return std::ranges::any_of(cells, [&](LocationId cell) {
    return effects_.may_reference(procedure_, call, cell);
  });
}

PointSet PointerAnswers::cells_behind(ValueId address,
                                      std::int64_t bytes) const {
  const PointSet &at = targets(address);
  if (bytes == 0)
    return at;
  PointSet out;
  for (LocationId id : at) {
    if (id == facts_.outside()) {
      out.insert(id);
      continue;
    }
    pointer::Location start = facts_.location(id);
    std::int64_t offset = std::int64_t(start.offset) + bytes;
    if (offset < 0)
      continue;
    if (auto found = facts_.find(start.object, std::uint32_t(offset)))
      out.insert(*found);
    else // folded, or never asked for: any of its cells
      for (LocationId cell : facts_.cells(start.object))
        out.insert(cell);
  }
  return out;
}

std::size_t
PointerQuestions::Hash::operator()(const Question &q) const noexcept {
  std::uint64_t key = std::uint64_t(q.value.value) << 2 | q.kind;
  key = (key ^ static_cast<std::uint64_t>(q.detail) * 0x9E3779B97F4A7C15u) *
        0xD6E8FEB86659FD93u;
  return static_cast<std::size_t>(key ^ key >> 32);
}

void PointerQuestions::add(const Question &question) {
  if (numbers_.try_emplace(question, asked_.size()).second)
    asked_.push_back(question);
}

std::size_t PointerQuestions::number_of(ValueId address,
                                        std::int64_t bytes) const {
  return numbers_.at({kCells, address, bytes});
}

Digest PointerQuestions::answered_by(const PointerAnswers &answers) const {
  std::string out(1, answers.is_complete() ? 'c' : 'i');
  if (asked_.empty() || !answers.is_complete())
    return digest_of(out);
  std::vector<PointSet> sets; // different ones
  std::vector<std::size_t> set_of(asked_.size());
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    if (asked_[i].kind != kCells)
      continue;
    PointSet cells = answers.cells_behind(asked_[i].value, asked_[i].detail);
    auto known = std::ranges::find(sets, cells);
    set_of[i] = static_cast<std::size_t>(known - sets.begin());
    if (known == sets.end())
      sets.push_back(std::move(cells));
    out += std::to_string(set_of[i]) + ',';
  }
  for (const Question &question : asked_) {
    if (question.kind == kLook) {
      const PointSet &cells =
          sets[set_of[static_cast<std::size_t>(question.detail)]];
      out += answers.may_look(question.value, cells) ? '1' : '0';
    }
    if (question.kind != kWriter)
      continue;
    for (const PointSet &cells : sets)
      switch (static_cast<Writer>(question.detail)) {
      case Writer::kStore:
        out += static_cast<char>(answers.store(question.value, cells));
        break;
      case Writer::kBlock:
        out += answers.block_write(question.value, cells) ? 'b' : '-';
        break;
      case Writer::kCall:
        out += answers.call(question.value, cells) ? 'w' : '-';
        break;
      }
  }
  return digest_of(out);
}

void PointerQuestions::write(ByteWriter &out) const {
  out.number(asked_.size());
  for (const Question &question : asked_) {
    out.byte(question.kind);
    out.number(question.value ? std::uint64_t(question.value.value) + 1 : 0);
    out.signed_number(question.detail);
  }
}

PointerQuestions PointerQuestions::read(ByteReader &in) {
  PointerQuestions out;
  for (std::size_t left = in.count(3); left > 0; --left) {
    std::uint8_t kind = in.byte();
    std::uint32_t value = in.small_number();
    Question question{static_cast<Kind>(kind),
                      value == 0 ? ValueId() : ValueId(value - 1),
                      in.signed_number()};
    bool is_known_set =
        kind != kLook ||
        (question.detail >= 0 &&
         static_cast<std::size_t>(question.detail) < out.asked_.size() &&
         out.asked_[static_cast<std::size_t>(question.detail)].kind == kCells);
    if (kind > kLook || !is_known_set)
      return in.fail(), out;
    out.add(question);
  }
  return out;
}

} // namespace wt::flow
