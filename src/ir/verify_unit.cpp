// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Are the tables of a unit in range?  The shape of everything but functions;
// see ir/verify.h.

#include "ir/print_words.h"
#include "ir/verify_checks.h"

#include <set>
#include <utility>

namespace wt::ir {

namespace {

class UnitShape {
public:
  UnitShape(const Unit &unit, Complaints &out) : unit_(unit), out_(out) {}

  void check() {
    if (unsigned(unit_.language) > unsigned(Language::kCxx))
      out_.add("language is not known");
    for (StrId path : unit_.files)
      if (!string(path))
        out_.add("path of a file is not in the string table");
    for (const Suppression &s : unit_.suppressions)
      if (!string(s.text) || !position(s.pos))
        out_.add("suppression has a bad text or position");
    for (const auto *list :
         {&unit_.static_initialisers, &unit_.static_finalisers})
      for (FunctionId f : *list)
        if (!unit_.functions.contains(f))
          out_.add("static initialiser is out of range");
    check_types();
    check_containment();
    for (GlobalId g : unit_.globals.ids())
      check_global(g, unit_.globals[g]);
  }

private:
  bool string(StrId id) const { return id.value < unit_.strings.size(); }
  bool type(TypeId id) const { return id.value < unit_.types.size(); }
  bool position(const SourcePos &pos) const {
    return !pos.file.valid() || unit_.files.contains(pos.file);
  }

  void check_types() {
    std::set<std::pair<StrId, StrId>> records;
    for (TypeId id : unit_.types.ids()) {
      const Type &t = unit_.types[id];
      std::string problem;
      if (!string(t.name) || !string(t.discriminator))
        problem = "name is not in the string table";
      bool has_element = t.kind == TypeKind::kPointer ||
                         t.kind == TypeKind::kArray ||
                         t.kind == TypeKind::kFunction;
      if (has_element && t.element.value >= id.value)
        problem = "is made of a type that comes after it";
      for (TypeId p : t.params)
        if (p.value >= id.value)
          problem = "has a parameter type that comes after it";
      for (const FieldDecl &f : t.fields)
        if (!string(f.name) || !type(f.type))
          problem = "has a field with a bad name or type";
      if (t.kind == TypeKind::kRecord &&
          !records.emplace(t.name, t.discriminator).second)
        problem = "is a record and a union of one name";
      if (!problem.empty())
        out_.add("type " + std::to_string(id.value) + " " + problem);
    }
  }

  // No record holds itself: whoever walks the fields of a record, and the
  // fields of those, comes to an end.  Depth-first without recursion.
  void check_containment() {
    enum : std::uint8_t { kNew, kOpen, kDone };
    std::vector<std::uint8_t> state(unit_.types.size(), kNew);
    std::vector<std::pair<TypeId, std::size_t>> stack; // next part to visit
    for (TypeId root : unit_.types.ids()) {
      if (state[root.value] == kNew)
        stack.emplace_back(root, 0);
      while (!stack.empty()) {
        auto &[id, next] = stack.back();
        state[id.value] = kOpen;
        TypeId part = part_of(unit_.types[id], next++);
        if (!part.valid()) {
          state[id.value] = kDone;
          stack.pop_back();
        } else if (type(part) && state[part.value] == kNew) {
          stack.emplace_back(part, 0);
        } else if (type(part) && state[part.value] == kOpen) {
          out_.add("type " + std::to_string(part.value) + " contains itself");
        }
      }
    }
  }

  // What lies inside a value of the type, one after the other.
  static TypeId part_of(const Type &t, std::size_t n) {
    if (t.kind == TypeKind::kArray)
      return n == 0 ? t.element : TypeId();
    return n < t.fields.size() ? t.fields[n].type : TypeId();
  }

  void check_global(GlobalId id, const Global &g) {
    auto complain = [&](const char *problem) {
      out_.add("global " + std::to_string(id.value) + " " + problem);
    };
    if (!string(g.link_name) || !string(g.name) || !string(g.alias_of))
      complain("has a name that is not in the string table");
    if (unsigned(g.linkage) >= kLinkageCount)
      complain("has an unknown linkage");
    if (!type(g.type))
      complain("has a type that is not in the type table");
    if (!position(g.pos))
      complain("has a position in an unknown file");
    for (const VtableEntry &v : g.vtable)
      if (!string(v.type_id))
        complain("has a class that is not in the string table");
    for (const InitCell &c : g.init)
      check_cell(c, complain);
  }

  template <class Complain>
  void check_cell(const InitCell &c, const Complain &complain) {
    if (unsigned(c.kind) > unsigned(InitCell::Kind::kFunction))
      complain("has a cell of an unknown kind");
    if (c.kind == InitCell::Kind::kGlobal && !unit_.globals.contains(c.global))
      complain("has a cell with the address of no global");
    if (c.kind == InitCell::Kind::kFunction &&
        !unit_.functions.contains(c.function))
      complain("has a cell with the address of no function");
  }

  const Unit &unit_;
  Complaints &out_;
};

} // namespace

void check_unit_shape(const Unit &unit, Complaints &out) {
  UnitShape(unit, out).check();
}

} // namespace wt::ir
