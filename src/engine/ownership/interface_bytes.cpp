// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field by field: see interface_bytes.h.

#include "engine/ownership/interface_bytes.h"

#include "program/id_bytes.h"

namespace wt::ownership {

namespace {

void write_part(ByteWriter &out, const Interface::Part &part) {
  out.number(part.own);
  out.number(part.shape);
}

// Of an interface with so many variables and shapes.
Interface::Part read_part(ByteReader &in, const Interface &interface,
                          std::size_t shapes) {
  Interface::Part part{in.small_number(), in.small_number()};
  bool is_none = part.own == 0 && part.shape == 0; // as it is made
  if (!is_none && (part.own >= interface.own_count || part.shape >= shapes))
    in.fail();
  return part;
}

void write_numbers(ByteWriter &out, const std::vector<std::uint32_t> &all) {
  write_list(out, all, [&](std::uint32_t n) { out.number(n); });
}

void read_numbers(ByteReader &in, std::vector<std::uint32_t> &all,
                  std::uint32_t count) {
  read_list(in, all, [&] {
    std::uint32_t number = in.small_number();
    if (number >= count)
      in.fail();
    return number;
  });
}

} // namespace

void write(ByteWriter &out, const Interface &interface) {
  write_choice(out, interface.source);
  out.number(interface.own_count);
  out.number(interface.shapes.size());
  for (const Interface::ShapeNode &node : interface.shapes) {
    write_choice(out, node.kind);
    out.string(node.name);
    write_list(out, node.parts,
               [&](const Interface::Part &part) { write_part(out, part); });
  }
  write_list(out, interface.parameters, [&](const Interface::Parameter &p) {
    write_part(out, p.type);
    out.byte(p.is_reference);
  });
  write_part(out, interface.result);
  out.byte(interface.is_result_reference);
  write_list(out, interface.moves, [&](const Interface::Move &move) {
    out.number(move.from);
    out.number(move.to);
  });
  out.byte(interface.is_iterator);
  write_list(out, interface.tables, [&](const Interface::Table &table) {
    write_numbers(out, table.owns);
    out.number(table.allowed);
    write_choice(out, table.priority);
    out.string(table.reason);
  });
  write_numbers(out, interface.filled);
}

Interface read_interface(ByteReader &in) {
  Interface out;
  out.source = read_choice(in, Interface::Source::kSpecification);
  out.own_count = in.small_number();
  std::size_t shapes = in.count();
  for (std::size_t i = 0; i < shapes && !in.failed(); ++i) {
    Interface::ShapeNode node;
    node.kind = read_choice(in, Shape::Kind::kFunction);
    node.name = in.string();
    read_list(in, node.parts, [&] { return read_part(in, out, shapes); });
    out.shapes.push_back(std::move(node));
  }
  read_list(in, out.parameters, [&] {
    Interface::Parameter parameter;
    parameter.type = read_part(in, out, shapes);
    parameter.is_reference = in.byte() != 0;
    return parameter;
  });
  out.result = read_part(in, out, shapes);
  out.is_result_reference = in.byte() != 0;
  read_list(in, out.moves, [&] {
    Interface::Move move;
    move.from = in.number();
    move.to = in.number();
    return move;
  });
  out.is_iterator = in.byte() != 0;
  read_list(in, out.tables, [&] {
    Interface::Table table;
    read_numbers(in, table.owns, out.own_count);
    table.allowed = in.number();
    table.priority = read_choice(in, Priority::kEscape);
    table.reason = in.string();
    return table;
  });
  read_numbers(in, out.filled, out.own_count);
  return out;
}

} // namespace wt::ownership
