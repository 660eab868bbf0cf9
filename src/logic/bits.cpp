// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations as circuits over conditions.

#include "logic/bits.h"

#include <bit>
#include <cassert>

namespace wt::logic {

Bits constant(std::uint64_t value, std::uint32_t width) {
  Bits out(width);
  for (std::uint32_t i = 0; i < width; ++i)
    out[i] = (i < 64 && (value >> i & 1)) ? kYes : kNo;
  return out;
}

Bits unknown(Conditions &table, std::uint32_t width) {
  Bits out(width);
  for (Cond &bit : out)
    bit = table.atom();
  return out;
}

std::optional<std::uint64_t> constant_value(const Bits &bits) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (!bits[i].is_yes() && !bits[i].is_no())
      return std::nullopt;
    if (bits[i].is_yes() && i < 64)
      value |= std::uint64_t(1) << i;
  }
  return value;
}

std::vector<std::pair<Cond, std::uint64_t>>
few_values(Conditions &table, const Bits &bits, std::uint32_t free_bits) {
  std::uint64_t fixed = 0;
  std::vector<std::uint32_t> open; // positions of bits
  for (std::uint32_t i = 0; i < bits.size(); ++i) {
    if (bits[i].is_yes())
      fixed |= std::uint64_t(1) << i;
    else if (!bits[i].is_no())
      open.push_back(i);
  }
  std::vector<std::pair<Cond, std::uint64_t>> out;
  if (open.size() > free_bits || bits.size() > 64)
    return out;
  for (std::uint32_t choice = 0; choice < 1u << open.size(); ++choice) {
    Cond when = kYes;
    std::uint64_t value = fixed;
    for (std::size_t k = 0; k < open.size(); ++k) {
      bool is_set = choice >> k & 1;
      when = table.both(when, is_set ? bits[open[k]] : !bits[open[k]]);
      value |= std::uint64_t(is_set) << open[k];
    }
    if (!when.is_no())
      out.push_back({when, value});
  }
  return out;
}

std::int64_t sign_extended(std::uint64_t value, std::uint32_t width) {
  if (width == 0 || width >= 64)
    return static_cast<std::int64_t>(value);
  std::uint64_t sign = std::uint64_t(1) << (width - 1);
  value &= (sign << 1) - 1;
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

Cond equal(Conditions &table, const Bits &a, const Bits &b) {
  assert(a.size() == b.size() && "operands of different widths");
  Cond out = kYes;
  for (std::size_t i = 0; i < a.size() && !out.is_no(); ++i)
    out = table.both(out, table.same(a[i], b[i]));
  return out;
}

Cond less(Conditions &table, const Bits &a, const Bits &b, bool is_signed) {
  assert(a.size() == b.size() && "operands of different widths");
  Cond out = kNo;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Cond x = a[i], y = b[i];
    if (is_signed && i + 1 == a.size())
      std::swap(x, y);
    // Bit i decides when it differs, else the lower ones do.
    out = table.choose(table.same(x, y), out, y);
  }
  return out;
}

Bits add(Conditions &table, const Bits &a, const Bits &b, Cond carry) {
  assert(a.size() == b.size() && "operands of different widths");
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    Cond half = table.differ(a[i], b[i]);
    out[i] = table.differ(half, carry);
    carry = table.choose(half, carry, a[i]);
  }
  return out;
}

Bits subtract(Conditions &table, const Bits &a, const Bits &b) {
  Bits inverted(b.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    inverted[i] = !b[i];
  return add(table, a, inverted, kYes);
}

Bits times(Conditions &table, const Bits &a, std::uint64_t factor) {
  Bits out = constant(0, a.size());
  for (; factor; factor &= factor - 1)
    out = add(table, out, shift_left(a, std::countr_zero(factor)));
  return out;
}

Bits product(Conditions &table, const Bits &a, const Bits &b) {
  Bits out = constant(0, a.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i].is_no())
      continue;
    Bits row = shift_left(a, i);
    for (Cond &bit : row)
      bit = table.both(bit, b[i]);
    out = add(table, out, row);
  }
  return out;
}

// By hand, as at school: the remainder so far has as many bits as the divisor
// and one more.
Division divide(Conditions &table, const Bits &a, std::uint64_t divisor) {
  std::uint32_t width = std::bit_width(divisor) + 1;
  Bits by = constant(divisor, width), rest = constant(0, width);
  Division out{constant(0, a.size()), {}};
  for (std::size_t i = a.size(); i-- > 0;) {
    rest = shift_left(rest, 1);
    rest[0] = a[i];
    Cond fits = !less(table, rest, by, false);
    out.quotient[i] = fits;
    rest = choose(table, fits, subtract(table, rest, by), rest);
  }
  out.remainder = resized(rest, static_cast<std::uint32_t>(a.size()), false);
  return out;
}

Bits negated(Conditions &table, const Bits &a) {
  return subtract(table, constant(0, a.size()), a);
}

Bits bit_and(Conditions &table, const Bits &a, const Bits &b) {
  assert(a.size() == b.size() && "operands of different widths");
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    out[i] = table.both(a[i], b[i]);
  return out;
}

Bits bit_or(Conditions &table, const Bits &a, const Bits &b) {
  assert(a.size() == b.size() && "operands of different widths");
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    out[i] = table.either(a[i], b[i]);
  return out;
}

Bits bit_xor(Conditions &table, const Bits &a, const Bits &b) {
  assert(a.size() == b.size() && "operands of different widths");
  Bits out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    out[i] = table.differ(a[i], b[i]);
  return out;
}

Bits shift_left(const Bits &a, std::uint64_t by) {
  Bits out(a.size(), kNo);
  for (std::size_t i = by; i < a.size(); ++i)
    out[i] = a[i - by];
  return out;
}

Bits shift_right(const Bits &a, std::uint64_t by, bool is_arithmetic) {
  Bits out(a.size(), is_arithmetic && !a.empty() ? a.back() : kNo);
  for (std::size_t i = by; i < a.size(); ++i)
    out[i - by] = a[i];
  return out;
}

Bits shift_left(Conditions &table, const Bits &a, const Bits &by) {
  Bits out = a;
  for (std::size_t k = 0; k < by.size() && std::size_t(1) << k < a.size(); ++k)
    out = choose(table, by[k], shift_left(out, std::uint64_t(1) << k), out);
  return out;
}

Bits shift_right(Conditions &table, const Bits &a, const Bits &by,
                 bool is_arithmetic) {
  Bits out = a;
  for (std::size_t k = 0; k < by.size() && std::size_t(1) << k < a.size(); ++k)
    out = choose(table, by[k],
                 shift_right(out, std::uint64_t(1) << k, is_arithmetic), out);
  return out;
}

Bits choose(Conditions &table, Cond test, const Bits &then,
            const Bits &otherwise) {
  assert(then.size() == otherwise.size() && "operands of different widths");
  Bits out(then.size());
  for (std::size_t i = 0; i < then.size(); ++i)
    out[i] = table.choose(test, then[i], otherwise[i]);
  return out;
}

Bits resized(const Bits &a, std::uint32_t width, bool is_signed) {
  Bits out = a;
  out.resize(width, is_signed && !a.empty() ? a.back() : kNo);
  return out;
}

} // namespace wt::logic
