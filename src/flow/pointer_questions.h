// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does the flow of values in one body ask of points-to, and has the answer
// changed since?
//
// Points-to is a fact about the whole program, and its sets are numbered anew
// in every run.  But a body asks for little of it:
//
//   are the cells behind p and those behind q + 8 the same set?
//   does the store through q, the memcpy to r, the call of f write such cells?
//   may the call of g look at them?
//
// The questions are in terms of the body alone.  So they can be asked again in
// another run, and as long as the answers are the same, whatever was made from
// them holds, even if points-to as a whole has changed.
//
// Tested by tests/unit/engine/valueflow_answers_test.cpp.

#pragma once

#include "flow/memory_ssa.h"
#include "pointer/mod_ref.h"
#include "support/bytes.h"
#include "support/digest.h"

#include <optional>
#include <unordered_map>

namespace wt::flow {

// Answers for one body.  An invalid address is a number that points nowhere.
class PointerAnswers {
public:
  // All must outlive it.
  PointerAnswers(const pointer::PointsTo &facts, const pointer::ModRef &effects,
                 ProcedureId procedure)
      : facts_(facts), effects_(effects), procedure_(procedure) {}

  bool is_complete() const { return facts_.is_complete(); }
  // The cells `bytes` behind what the address may mean.
  pointer::PointSet cells_behind(ir::ValueId address, std::int64_t bytes) const;
  Writes store(ir::ValueId address, const pointer::PointSet &cells) const;
  bool block_write(ir::ValueId address, const pointer::PointSet &cells) const;
  bool call(ir::ValueId call, const pointer::PointSet &cells) const;
  bool may_look(ir::ValueId call, const pointer::PointSet &cells) const;

private:
  // Beyond it a set of cells counts as anything.
  static constexpr std::size_t kMostCells = 64;

  const pointer::PointSet &targets(ir::ValueId address) const;

  const pointer::PointsTo &facts_;
  const pointer::ModRef &effects_;
  ProcedureId procedure_;
  pointer::PointSet nothing_;
  mutable std::unordered_map<std::uint32_t, pointer::CellSet> modified_;
};

// All that was asked for.  Of cells and writers each pair counts as asked.
class PointerQuestions {
public:
  enum class Writer : std::uint8_t { kStore, kBlock, kCall };

  void note_cells(ir::ValueId address, std::int64_t bytes) {
    add({kCells, address, bytes});
  }
  void note_writer(Writer how, ir::ValueId value) {
    add({kWriter, value, static_cast<std::int64_t>(how)});
  }
  void note_look(ir::ValueId call, ir::ValueId address, std::int64_t bytes) {
    note_cells(address, bytes);
    add({kLook, call, static_cast<std::int64_t>(number_of(address, bytes))});
  }

  // What the answers are; equal digests are equal answers.
  Digest answered_by(const PointerAnswers &answers) const;

  void write(ByteWriter &out) const;
  static PointerQuestions read(ByteReader &in); // `in` may have failed then

private:
  enum Kind : std::uint8_t { kCells, kWriter, kLook };
  struct Question {
    Kind kind;
    ir::ValueId value;
    std::int64_t detail;
    auto operator<=>(const Question &) const = default;
  };
  struct Hash {
    std::size_t operator()(const Question &q) const noexcept;
  };
  void add(const Question &question);
  std::size_t number_of(ir::ValueId address, std::int64_t bytes) const;

  std::vector<Question> asked_; // each once, in order
  std::unordered_map<Question, std::size_t, Hash> numbers_;
};

} // namespace wt::flow
