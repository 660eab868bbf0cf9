// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body that a contract stands for; see contract.h.
//
//   old = load this->f          what cells hold at the call
//   store this->f, p            becomes
//   if (old != null) D(old)     given to
//   if (--count == 0) f(this)   released at
//   return old                  result is

#include "model/contract.h"

#include <algorithm>
#include <map>
#include <optional>

namespace wt::model {
namespace {

using Kind = SpecClause::Kind;

// A field of a record or of what lies in it: the way there.
struct FoundField {
  std::vector<std::uint32_t> path;
  std::uint64_t offset = 0;
  ir::TypeId type;
};

void find_fields(const ir::Unit &unit, ir::TypeId record,
                 const std::string &name, FoundField at,
                 std::vector<FoundField> &out) {
  const std::vector<ir::FieldDecl> &fields = unit.types[record].fields;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    FoundField here = at;
    here.path.push_back(i);
    here.offset += fields[i].offset;
    here.type = fields[i].type;
    if (unit.types.is_record(here.type))
      find_fields(unit, here.type, name, here, out);
    else if (unit.text(fields[i].name) == name)
      out.push_back(std::move(here));
  }
}

// The first part of the record that is of that class itself.
std::optional<FoundField> find_part(const ir::Unit &unit, ir::TypeId record,
                                    const std::string &class_name,
                                    FoundField at) {
  const std::vector<ir::FieldDecl> &fields = unit.types[record].fields;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (!unit.types.is_record(fields[i].type))
      continue;
    FoundField here = at;
    here.path.push_back(i);
    here.offset += fields[i].offset;
    here.type = fields[i].type;
    if (unit.text(unit.types[here.type].name) == class_name)
      return here;
    if (auto inside = find_part(unit, here.type, class_name, here))
      return inside;
  }
  return std::nullopt;
}

class ContractBody {
public:
  ContractBody(ir::Unit &unit, ir::FunctionId id, const Contract &contract)
      : unit_(unit), old_(unit.functions[id]), contract_(contract) {}

  // Nothing where the function does not fit.
  std::optional<ir::Function> make() {
    bind_variables();
    if (!fits())
      return std::nullopt;
    start();
    for (const SpecClause &clause : clauses())
      read_cells(clause);
    for (const SpecClause &clause : clauses())
      if (clause.kind == Kind::kBecomes)
        write_cell(clause);
    for (const SpecClause &clause : clauses())
      call(clause);
    finish();
    if (!is_possible_)
      return std::nullopt;
    return std::move(new_);
  }

private:
  const std::vector<SpecClause> &clauses() const {
    return contract_.function.clauses;
  }
  bool is_variable(const std::string &name) const {
    return std::ranges::find(contract_.type_variables, name) !=
           contract_.type_variables.end();
  }

  // T and D of `unique_ptr<T, D>::f`, from the name of the record.
  void bind_variables() {
    if (!old_.parent.valid())
      return;
    std::vector<std::string> names =
        template_arguments(class_of_method(contract_.function.name));
    std::vector<std::string> values =
        template_arguments(unit_.text(unit_.types[old_.parent].name));
    for (std::size_t i = 0; i < names.size() && i < values.size(); ++i)
      if (is_variable(names[i]))
        bound_[names[i]] = values[i];
  }

  // The function.

  bool fits() const {
    const std::vector<SpecParam> &params = contract_.function.params;
    if (old_.returns_by_slot || old_.is_variadic ||
        params.size() != old_.param_count)
      return false;
    for (std::uint32_t i = 0; i < params.size(); ++i)
      if (!fits(params[i].type, old_.insts[ir::ValueId(i)].type))
        return false;
    return true;
  }

  bool fits(const SpecType &written, ir::TypeId type) const {
    bool is_pointer = written.kind != SpecType::Kind::kName;
    if (is_pointer != unit_.types.is_pointer(type))
      return false;
    if (!is_pointer)
      return unit_.types.is_int(type) || written.name.contains("::");
    const SpecType &base = written.inner[0];
    // A copy takes a reference to const, a move does not.
    if (written.kind == SpecType::Kind::kReference &&
        base.is_const != unit_.types[type].const_pointee)
      return false;
    ir::TypeId pointee = unit_.types.pointee(type);
    if (!unit_.types.is_record(pointee))
      return !base.name.contains("::");
    std::string name = unit_.text(unit_.types[pointee].name);
    if (auto value = bound_.find(base.name); value != bound_.end())
      return is_element(value->second, name);
    return !base.name.contains("::") ||
           without_template_arguments(name) == base.name;
  }

  // `const X` and `X[]` point to X.
  static bool is_element(std::string_view argument, std::string_view record) {
    if (argument.starts_with("const "))
      argument.remove_prefix(6);
    if (argument.ends_with("[]"))
      argument.remove_suffix(2);
    return argument == record;
  }

  // The new body.

  void start() {
    new_ = old_;
    new_.insts = {};
    new_.blocks = {};
    new_.variables = {};
    new_.operands.clear();
    new_.ints.clear();
    new_.fields.clear();
    new_.calls.clear();
    new_.switches.clear();
    new_.phi_blocks.clear();
    for (std::uint32_t i = 0; i < old_.param_count; ++i) {
      ir::Inst param = old_.insts[ir::ValueId(i)];
      ir::Variable variable = old_.variables[old_.variable(ir::ValueId(i))];
      variable.is_promoted = true;
      param.extra = new_.variables.push(variable).value;
      new_.add(param, {});
    }
    block_ = new_.blocks.push({});
  }

  ir::Inst inst(ir::Op op, ir::TypeId type) const {
    ir::Inst out;
    out.op = op;
    out.type = type;
    out.pos = old_.pos;
    return out;
  }
  ir::ValueId append(ir::Inst made, std::initializer_list<ir::ValueId> inputs) {
    made.block = block_;
    return new_.append(block_, made, inputs);
  }
  void impossible() { is_possible_ = false; }

  std::uint32_t parameter(const SpecPlace &place) const {
    const std::vector<SpecParam> &params = contract_.function.params;
    auto found = std::ranges::find(params, place.name, &SpecParam::name);
    return static_cast<std::uint32_t>(found - params.begin());
  }
  ir::TypeId type_of(ir::ValueId value) const { return new_.insts[value].type; }

  static bool is_cell(const SpecPlace &place) {
    return place.dereferences > 0 || !place.field.empty();
  }

  struct Cell {
    ir::ValueId address, value; // what it held at the call
  };
  using CellName = std::pair<std::uint32_t, std::string>;

  void read_cells(const SpecClause &clause) {
    for (const auto &place :
         {std::optional(clause.place), clause.other, clause.added})
      if (place && place->name != "result" && is_cell(*place))
        read_cell(*place);
  }

  void read_cell(const SpecPlace &place) {
    CellName name{parameter(place), place.field};
    if (cells_.contains(name))
      return;
    ir::ValueId address(name.first);
    ir::TypeId pointee = unit_.types.pointee(type_of(address));
    ir::TypeId type = pointee;
    if (!place.field.empty()) {
      std::vector<FoundField> found;
      if (unit_.types.is_record(pointee))
        find_fields(unit_, pointee, place.field, {}, found);
      if (found.size() != 1)
        return impossible();
      type = found[0].type;
      address = field_of(address, found[0]);
    }
    if (!unit_.types.is_pointer(type) && !unit_.types.is_int(type))
      return impossible();
    cells_[name] = {address, append(inst(ir::Op::kLoad, type), {address})};
  }

  ir::ValueId field_of(ir::ValueId record, const FoundField &found) {
    ir::Inst field = inst(ir::Op::kField, unit_.types.pointer_to(found.type));
    field.extra = static_cast<std::uint32_t>(new_.fields.size());
    new_.fields.push_back({unit_.types.pointee(type_of(record)), found.path,
                           static_cast<std::int64_t>(found.offset)});
    return append(field, {record});
  }

  // What a place was at the call.
  ir::ValueId value_of(const SpecPlace &place) {
    if (!is_cell(place))
      return ir::ValueId(parameter(place));
    auto found = cells_.find({parameter(place), place.field});
    if (found == cells_.end()) {
      impossible();
      return ir::ValueId(0);
    }
    return found->second.value;
  }

  ir::ValueId constant(std::int64_t number, ir::TypeId type) {
    if (unit_.types.is_pointer(type))
      return new_.add(inst(ir::Op::kNull, type), {});
    return new_.int_constant(number, type);
  }
  ir::ValueId sum(ir::BinaryOp op, ir::ValueId a, ir::ValueId b) {
    ir::Inst made = inst(ir::Op::kBinop, type_of(a));
    made.code = static_cast<std::uint8_t>(op);
    return append(made, {a, b});
  }
  ir::ValueId compare(ir::Predicate predicate, ir::ValueId value) {
    ir::Inst made = inst(ir::Op::kCompare, unit_.types.int_type(1, false));
    made.code = static_cast<std::uint8_t>(predicate);
    return append(made, {value, constant(0, type_of(value))});
  }

  void write_cell(const SpecClause &clause) {
    auto cell = cells_.find({parameter(clause.place), clause.place.field});
    if (cell == cells_.end())
      return impossible();
    ir::ValueId value =
        clause.other ? value_of(*clause.other)
                     : constant(clause.number, type_of(cell->second.value));
    if (clause.added)
      value = sum(ir::BinaryOp::kAdd, value, value_of(*clause.added));
    append(inst(ir::Op::kStore, ir::TypeTable::void_type()),
           {cell->second.address, value});
  }

  // Calls.

  void call(const SpecClause &clause) {
    if (!is_possible_)
      return;
    if (clause.kind == Kind::kGiven) {
      ir::ValueId value = value_of(clause.place);
      when(compare(ir::Predicate::kNe, value),
           [&] { call(find_callee(clause, value), value); });
    } else if (clause.kind == Kind::kAcquired) {
      count(clause, ir::BinaryOp::kAdd);
    } else if (clause.kind == Kind::kReleased) {
      ir::ValueId value = value_of(clause.place);
      ir::ValueId left = count(clause, ir::BinaryOp::kSub);
      when(compare(ir::Predicate::kEq, left),
           [&] { call(find_callee(clause, value), value); });
    }
  }

  ir::ValueId count(const SpecClause &clause, ir::BinaryOp op) {
    auto cell = cells_.find({parameter(*clause.other), clause.other->field});
    if (cell == cells_.end()) {
      impossible();
      return ir::ValueId(0);
    }
    ir::ValueId old = cell->second.value;
    ir::ValueId value = sum(op, old, constant(1, type_of(old)));
    append(inst(ir::Op::kStore, ir::TypeTable::void_type()),
           {cell->second.address, value});
    return value;
  }

  // if (condition) action
  template <class Action> void when(ir::ValueId condition, Action action) {
    ir::BlockId before = block_, then = new_.blocks.push({});
    ir::Inst branch = inst(ir::Op::kBranch, ir::TypeTable::void_type());
    branch.extra = StringTable::empty().value;
    append(branch, {condition});
    block_ = then;
    action();
    ir::BlockId end = block_, after = new_.blocks.push({});
    append(branch, {});
    new_.blocks[before].successors = {then, after};
    new_.blocks[end].successors = {after};
    block_ = after;
  }

  // operator() of the class that a type variable stands for, or a method of
  // what the place points to.
  ir::FunctionId find_callee(const SpecClause &clause, ir::ValueId value) {
    bool is_deleter = is_variable(clause.function);
    std::string parent;
    if (is_deleter) {
      parent = bound_[clause.function];
    } else if (ir::TypeId pointee = unit_.types.pointee(type_of(value));
               unit_.types.is_record(pointee)) {
      parent = unit_.text(unit_.types[pointee].name);
    }
    std::string name = without_template_arguments(parent) +
                       "::" + (is_deleter ? "operator()" : clause.function);
    for (ir::FunctionId id : unit_.functions.ids()) {
      const ir::Function &function = unit_.functions[id];
      if (function.parent.valid() &&
          unit_.text(unit_.types[function.parent].name) == parent &&
          without_template_arguments(unit_.text(function.name)) == name)
        return id;
    }
    return {};
  }

  void call(ir::FunctionId callee, ir::ValueId value) {
    if (!callee.valid())
      return impossible();
    const ir::Function &function = unit_.functions[callee];
    std::size_t count = function.type.valid()
                            ? unit_.types[function.type].params.size()
                            : function.param_count;
    ir::Inst address =
        inst(ir::Op::kFunction, unit_.types.pointer_to(function.type));
    address.extra = callee.value;
    ir::Inst made = inst(ir::Op::kCall, function.result_type);
    made.extra = static_cast<std::uint32_t>(new_.calls.size());
    ir::CallInfo info;
    info.function_type = function.type;
    new_.calls.push_back(info);
    ir::ValueId target = new_.add(address, {});
    if (count == 2) // a deleter, as an object, and what it deletes
      append(made, {target, deleter(function.parent), value});
    else if (count == 1)
      append(made, {target, value});
    else
      impossible();
  }

  // Where the deleter lies.  One without a state has no place of its own.
  ir::ValueId deleter(ir::TypeId type) {
    ir::ValueId owner(0);
    ir::TypeId record = unit_.types.pointee(type_of(owner));
    if (!type.valid() || !unit_.types.is_record(record))
      return owner;
    std::optional<FoundField> found =
        find_part(unit_, record, unit_.text(unit_.types[type].name), {});
    return found ? field_of(owner, *found) : owner;
  }

  // The result.

  void finish() {
    if (!is_possible_)
      return;
    ir::Inst end = inst(ir::Op::kReturn, ir::TypeTable::void_type());
    for (const SpecClause &clause : clauses())
      if (clause.kind == Kind::kIs && clause.place.name == "result") {
        append(end, {result(value_of(*clause.other))});
        return;
      }
    if (old_.result_type == ir::TypeTable::void_type())
      append(end, {});
    else
      impossible();
  }

  ir::ValueId result(ir::ValueId value) {
    const ir::Type &wanted = unit_.types[old_.result_type];
    if (wanted.kind == ir::TypeKind::kInt && wanted.width == 1)
      return compare(ir::Predicate::kNe, value);
    if (wanted.kind != unit_.types[type_of(value)].kind ||
        wanted.width != unit_.types[type_of(value)].width)
      impossible();
    return value;
  }

  ir::Unit &unit_;
  const ir::Function &old_;
  const Contract &contract_;
  std::map<std::string, std::string> bound_; // type variables
  ir::Function new_;
  ir::BlockId block_; // where instructions are added
  std::map<CellName, Cell> cells_;
  bool is_possible_ = true;
};

} // namespace

bool write_body(ir::Unit &unit, ir::FunctionId id, const Contract &contract) {
  std::optional<ir::Function> body = ContractBody(unit, id, contract).make();
  if (!body)
    return false;
  unit.functions[id] = std::move(*body);
  return true;
}

} // namespace wt::model
