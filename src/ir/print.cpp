// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of units; see ir/print.h and docs/dev/ir.md.
//
// Text is gathered in one string and written once.  A type is printed in
// full wherever it is used, except that one whose text is long gets a line
// `type #12 = ...` of its own and is `#12` elsewhere: types share their parts,
// so full text could grow exponentially.
//
// Tested by tests/unit/ir/print_parse_test.cpp.

#include "ir/print_text.h"

#include <ostream>

namespace wt::ir {

namespace {
constexpr std::size_t kLongType = 200; // characters
} // namespace

Printer::Printer(const Unit &unit)
    : unit_(unit), type_texts_(unit.types.size()),
      shared_names_(unit.strings.size()) {
  // Functions and globals are looked up apart, so only equals clash.
  auto mark = [&](const auto &table) {
    std::vector<bool> seen(unit.strings.size());
    for (const auto &item : table) {
      std::uint32_t n = item.link_name.value;
      if (n >= seen.size())
        continue;
      if (seen[n])
        shared_names_[n] = true;
      seen[n] = true;
    }
  };
  mark(unit.functions);
  mark(unit.globals);
}

std::string_view Printer::text(StrId id) const {
  return id.value < unit_.strings.size() ? std::string_view(unit_.strings[id])
                                         : std::string_view();
}

void Printer::name(StrId id) {
  std::string_view t = text(id);
  if (!t.empty() && name_length(t) == t.size())
    put(t);
  else
    out_ += quoted(t);
}

void Printer::text_suffix(StrId id) {
  if (!text(id).empty())
    put(" "), string(id);
}

void Printer::position(const SourcePos &pos) {
  if (pos == SourcePos())
    return;
  put(" !");
  if (pos.file.valid())
    number(std::uint64_t(pos.file.value));
  else
    put("-");
  put(":"), number(std::uint64_t(pos.line));
  put(":"), number(std::uint64_t(pos.column));
}

// --- types ---

const std::string &Printer::type(TypeId id) {
  static const std::string kNone = "none", kBad = "#?";
  if (!id.valid())
    return kNone;
  if (id.value >= type_texts_.size())
    return kBad;
  std::string &text = type_texts_[id.value];
  if (text.empty()) {
    text = spell_type(unit_.types[id]);
    if (text.size() > kLongType && !unit_.types.is_record(id))
      text = "#" + std::to_string(long_types_++);
  }
  return text;
}

std::string Printer::record_name(const Type &t) {
  std::string saved = std::move(out_);
  out_ = "%";
  name(t.name);
  if (!text(t.discriminator).empty())
    put("#"), name(t.discriminator);
  std::swap(saved, out_);
  return saved;
}

std::string Printer::spell_type(const Type &t) {
  switch (t.kind) {
  case TypeKind::kUnknown:
    return "unknown";
  case TypeKind::kVoid:
    return "void";
  case TypeKind::kInt:
    return (t.is_signed ? "i" : "u") + std::to_string(t.width);
  case TypeKind::kFloat:
    return "f" + std::to_string(t.width);
  case TypeKind::kPointer:
    return (t.const_pointee ? "ptr<const " : "ptr<") + type(t.element) + ">";
  case TypeKind::kArray:
    return "[" + std::to_string(t.count) + " x " + type(t.element) + "]";
  case TypeKind::kRecord:
    return record_name(t);
  case TypeKind::kFunction:
    break;
  }
  std::string out = "fn(";
  const char *separator = "";
  for (TypeId p : t.params) {
    out += separator + type(p);
    separator = ", ";
  }
  if (t.is_variadic)
    out += std::string(separator) + "...";
  return out + ") -> " + type(t.element);
}

// Long types first: fields use them, and they need no record's fields.
void Printer::types() {
  for (TypeId id : unit_.types.ids())
    if (type(id).starts_with('#'))
      put("type "), put(type(id)), put(" = "), put(spell_type(unit_.types[id])),
          put("\n");
  for (TypeId id : unit_.types.ids())
    if (unit_.types.is_record(id))
      record(unit_.types[id]);
}

void Printer::record(const Type &t) {
  put(t.is_union ? "union " : "record ");
  put(record_name(t));
  if (!t.is_complete)
    return put("\n");
  put(" size "), number(t.size), put(" {\n");
  for (const FieldDecl &f : t.fields) {
    put("  "), number(f.offset), put(": "), name(f.name);
    put(" "), put(type(f.type));
    if (f.bit_width)
      put(" bits "), number(std::uint64_t(f.bit_width));
    if (f.is_base)
      put(" base");
    put("\n");
  }
  put("}\n");
}

// --- declarations ---

void Printer::header() {
  put(kTextMagic);
  put("\nunit ");
  put(unit_.language == Language::kC ? "c " : "c++ ");
  put(quoted(unit_.main_file));
  put(" lines "), number(unit_.source_lines), put("\n");
  for (FileId f : unit_.files.ids()) {
    put("file "), number(std::uint64_t(f.value));
    put(" "), string(unit_.files[f]), put("\n");
  }
  for (const Suppression &s : unit_.suppressions)
    put("suppress "), string(s.text), position(s.pos), put("\n");
}

void Printer::global(const Global &g) {
  put("global @"), name(g.link_name);
  if (g.name != g.link_name)
    put(" name "), string(g.name);
  if (g.linkage != Linkage::kExternal)
    put(" "), put(name_of(g.linkage));
  if (g.is_definition)
    put(" definition");
  if (g.is_constant)
    put(" constant");
  if (g.is_thread_local)
    put(" thread_local");
  if (g.init_is_complete)
    put(" complete");
  put(" type "), put(type(g.type));
  put(" size "), number(g.size);
  if (!text(g.alias_of).empty())
    put(" alias "), string(g.alias_of);
  position(g.pos);
  if (g.init.empty() && g.vtable.empty())
    return put("\n");
  put(" {\n");
  for (const InitCell &c : g.init)
    cell(c);
  for (const VtableEntry &v : g.vtable)
    put("  vtable "), number(v.offset), put(" "), string(v.type_id), put("\n");
  put("}\n");
}

void Printer::cell(const InitCell &c) {
  put("  "), number(c.offset), put(": ");
  if (c.kind == InitCell::Kind::kInt) {
    put("int "), number(std::uint64_t(c.width));
    put(" "), number(c.value), put("\n");
    return;
  }
  if (c.kind == InitCell::Kind::kGlobal)
    put("global "), symbol(unit_.globals, c.global.value);
  else
    put("function "), symbol(unit_.functions, c.function.value);
  if (c.value)
    put(c.value > 0 ? " +" : " "), number(c.value);
  put("\n");
}

void Printer::function_list(const char *word,
                            std::span<const FunctionId> list) {
  for (FunctionId f : list)
    put(word), put(" "), symbol(unit_.functions, f.value), put("\n");
}

void Printer::function_head(const Function &f) {
  put("function @"), name(f.link_name);
  if (f.name != f.link_name)
    put(" name "), string(f.name);
  if (f.linkage != Linkage::kExternal)
    put(" "), put(name_of(f.linkage));
  if (f.access != Access::kNone)
    put(" "), put(name_of(f.access));
  for (const FunctionFlag &flag : kFunctionFlags)
    if (f.*flag.member)
      put(" "), put(flag.name);
  put(" type "), put(type(f.type));
  put(" result "), put(type(f.result_type));
  if (f.parent.valid())
    put(" parent "), put(type(f.parent));
  if (!text(f.alias_of).empty())
    put(" alias "), string(f.alias_of);
  for (const DeclAttribute &a : f.attributes) {
    put(" attribute "), put(name_of(a.kind));
    const char *separator = "(";
    for (std::uint32_t n : a.args) {
      put(separator), number(std::uint64_t(n));
      separator = ", ";
    }
    if (!a.args.empty())
      put(")");
    text_suffix(a.text);
  }
  position(f.pos);
  if (f.end != SourcePos())
    put(" end"), position(f.end);
}

void Printer::unit() {
  header();
  types();
  for (const Global &g : unit_.globals)
    global(g);
  function_list("initialiser", unit_.static_initialisers);
  function_list("finaliser", unit_.static_finalisers);
  for (const Function &f : unit_.functions)
    put("\n"), function(f);
}

void print(std::ostream &out, const Unit &unit) {
  Printer printer(unit);
  printer.unit();
  out << printer.take();
}

void print(std::ostream &out, const Unit &unit, const Function &function) {
  Printer printer(unit);
  printer.function(function);
  out << printer.take();
}

std::string type_text(const Unit &unit, TypeId type) {
  return Printer(unit).type(type);
}

} // namespace wt::ir
