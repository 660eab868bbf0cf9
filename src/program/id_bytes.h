// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are facts about a program kept for another run?
//
// As bytes (support/bytes.h), in which procedures and variables are what an
// IdWriter makes of them, because their numbers are those of one run.  Values,
// blocks and local variables keep their numbers: what is kept is used for the
// same bodies alone.  So do families: the list of families is a part of the key
// under which anything is kept.
//
// Such bytes have no version and no checksum of their own: what they are kept
// in has (memo/notebook.h).  Reading never goes beyond the bytes; in.failed()
// tells of nonsense.
//
// Tested by tests/unit/memo/bytes_test.cpp.

#pragma once

#include "program/program.h"
#include "support/bytes.h"

namespace wt {

class IdWriter {
public:
  virtual ~IdWriter() = default;
  virtual void write(ByteWriter &out, ProcedureId procedure) = 0; // or invalid
  virtual void write(ByteWriter &out, ProgramVariableId variable) = 0;
};

class IdReader {
public:
  virtual ~IdReader() = default;
  // in.failed(): this program has none.
  virtual ProcedureId procedure(ByteReader &in) const = 0;
  virtual ProgramVariableId variable(ByteReader &in) const = 0;
};

// Several, with their number in front.
template <class Items, class Each>
void write_list(ByteWriter &out, const Items &items, Each each) {
  out.number(items.size());
  for (const auto &item : items)
    each(item);
}
template <class Item, class Each>
void read_list(ByteReader &in, std::vector<Item> &items, Each each) {
  std::size_t count = in.count();
  items.reserve(count);
  for (std::size_t i = 0; i < count && !in.failed(); ++i)
    items.push_back(each());
}

template <class Choice> void write_choice(ByteWriter &out, Choice choice) {
  out.byte(static_cast<std::uint8_t>(choice));
}
template <class Choice> Choice read_choice(ByteReader &in, Choice last) {
  std::uint8_t number = in.byte();
  if (number > static_cast<std::uint8_t>(last))
    in.fail();
  return in.failed() ? Choice() : static_cast<Choice>(number);
}

// Of ids that keep their numbers.
template <class Id> void write_id(ByteWriter &out, Id id) {
  out.number(id.valid() ? std::uint64_t(id.value) + 1 : 0);
}
template <class Id> Id read_id(ByteReader &in) {
  std::uint64_t number = in.number();
  if (number > UINT32_MAX)
    in.fail();
  return number == 0 || in.failed() ? Id() : Id(number - 1);
}

} // namespace wt
