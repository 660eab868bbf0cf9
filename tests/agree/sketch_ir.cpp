// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates a Sketch to IR in memory form, without a C compiler; sketch.h.
//
// Every variable has a slot in the entry block, every use is a load and every
// assignment a store, as a C compiler without optimisation does it.

#include "sketch.h"

#include <map>

namespace wt::agree {

using namespace ir;

namespace {

using Kind = Statement::Kind;

// Types and callable functions of the unit.
struct Words {
  TypeId truth, number, byte, size, pointer, pointer_to_pointer, node_pointer;
  TypeId node;
  FunctionId malloc, realloc, strdup, free, escape;
  GlobalId g, text;
  std::vector<FunctionId> functions; // of the sketch
};

FunctionId declare(Unit &unit, const char *name, TypeId result,
                   std::vector<TypeId> params) {
  Function function;
  function.link_name = function.name = unit.strings.intern(name);
  function.type = unit.types.function(result, std::move(params), false);
  function.result_type = result;
  return unit.functions.push(std::move(function));
}

GlobalId add_global(Unit &unit, const char *link_name, TypeId type,
                    bool is_constant) {
  Global global;
  global.link_name = unit.strings.intern(link_name);
  if (!is_constant)
    global.name = global.link_name;
  global.linkage = is_constant ? Linkage::kInternal : Linkage::kExternal;
  global.type = type;
  global.size = 8;
  global.is_definition = true;
  global.is_constant = is_constant;
  global.init_is_complete = true;
  return unit.globals.push(std::move(global));
}

Words make_words(Unit &unit) {
  Words w;
  TypeTable &types = unit.types;
  w.truth = types.int_type(1, false);
  w.number = types.int_type(32, true);
  w.byte = types.int_type(8, true);
  w.size = types.int_type(64, false);
  w.pointer = types.pointer_to(w.byte);
  w.pointer_to_pointer = types.pointer_to(w.pointer);
  w.node =
      types.record(unit.strings.intern("node"), StringTable::empty(), false);
  w.node_pointer = types.pointer_to(w.node);
  FieldDecl next{unit.strings.intern("next"), w.node_pointer};
  FieldDecl data{unit.strings.intern("data"), w.pointer};
  data.offset = 8;
  types.complete_record(w.node, 16, {next, data});
  TypeId nothing = TypeTable::void_type();
  w.malloc = declare(unit, "malloc", w.pointer, {w.size});
  w.realloc = declare(unit, "realloc", w.pointer, {w.pointer, w.size});
  w.strdup = declare(unit, "strdup", w.pointer, {w.pointer});
  w.free = declare(unit, "free", nothing, {w.pointer});
  w.escape = declare(unit, "escape", nothing, {w.pointer});
  w.g = add_global(unit, "g", w.pointer, false);
  w.text = add_global(unit, ".text", types.array_of(w.byte, 8), true);
  return w;
}

class Translator {
public:
  Translator(Unit &unit, const Words &words, const SketchFunction &from)
      : unit_(unit), w_(words), from_(from) {}

  Function translate() {
    const TypeId params[] = {w_.number, w_.number, w_.pointer,
                             w_.pointer_to_pointer};
    f_.link_name = f_.name = unit_.strings.intern(from_.name);
    f_.type = unit_.types.function(
        w_.pointer, {params[0], params[1], params[2], params[3]}, false);
    f_.result_type = w_.pointer;
    f_.pos = at(from_.line);
    f_.end = at(from_.end_line + 1);
    line_ = from_.line;
    add_variables(params);
    done_ = new_block();
    statements(from_.body);
    branch_to(done_);
    block_ = done_;
    statements(from_.tail);
    line_ = from_.end_line;
    give_back(null(w_.pointer));
    return std::move(f_);
  }

private:
  SourcePos at(std::uint32_t line) { return {FileId(0), line, 1}; }

  // --- building ---
  Inst make(Op op, TypeId type, std::uint32_t extra = 0,
            std::uint8_t code = 0) {
    Inst inst;
    inst.op = op;
    inst.code = code;
    inst.type = type;
    inst.extra = extra;
    inst.macro = StringTable::empty();
    inst.pos = at(line_);
    return inst;
  }
  ValueId put(Inst inst, std::initializer_list<ValueId> operands) {
    return f_.append(block_, inst, operands);
  }
  ValueId leaf(Op op, TypeId type, std::uint32_t extra) {
    Inst inst = make(op, type, extra);
    inst.pos = {};
    return f_.add(inst, {});
  }
  ValueId null(TypeId type) { return leaf(Op::kNull, type, 0); }
  ValueId integer(std::int64_t n, TypeId type) {
    return f_.int_constant(n, type);
  }
  BlockId new_block() { return f_.blocks.push(Block{}); }

  void add_variables(const TypeId *params) {
    const char *names[] = {"a", "b", "x", "out"};
    f_.param_count = 4;
    for (std::uint32_t i = 0; i < 4; ++i)
      variable(names[i], params[i], true);
    for (std::uint32_t i = 0; i < 4; ++i)
      leaf(Op::kParam, params[i], i);
    block_ = new_block();
    for (std::uint32_t i = 0; i < 4; ++i) {
      slots_[names[i]] = slot(VariableId(i), params[i]);
      store(slots_[names[i]], ValueId(i));
    }
    for (const char *name : {"p", "q", "r", "s", "t", "i0", "i1", "i2"}) {
      TypeId type = name[0] == 'i'                     ? w_.number
                    : name[0] == 's' || name[0] == 't' ? w_.node_pointer
                                                       : w_.pointer;
      slots_[name] = slot(variable(name, type, false), type);
      store(slots_[name], type == w_.number ? integer(0, type) : null(type));
    }
  }
  VariableId variable(const char *name, TypeId type, bool is_param) {
    Variable v;
    v.name = unit_.strings.intern(name);
    v.type = type;
    v.pos = at(line_);
    v.is_param = is_param;
    return f_.variables.push(v);
  }
  ValueId slot(VariableId variable, TypeId type) {
    return put(make(Op::kSlot, unit_.types.pointer_to(type), variable.value),
               {});
  }
  ValueId load(ValueId address, TypeId type) {
    return put(make(Op::kLoad, type), {address});
  }
  void store(ValueId address, ValueId value) {
    put(make(Op::kStore, TypeTable::void_type()), {address, value});
  }
  ValueId call(FunctionId callee, std::vector<ValueId> arguments) {
    const Function &target = unit_.functions[callee];
    CallInfo info;
    info.function_type = target.type;
    info.virtual_class = StringTable::empty();
    f_.calls.push_back(info);
    std::vector<ValueId> operands = {
        leaf(Op::kFunction, unit_.types.pointer_to(target.type), callee.value)};
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    return f_.append(block_,
                     make(Op::kCall, target.result_type, f_.calls.size() - 1),
                     operands);
  }
  void branch_to(BlockId target) {
    put(make(Op::kBranch, TypeTable::void_type()), {});
    f_.blocks[block_].successors = {target};
  }
  void branch(ValueId condition, BlockId yes, BlockId no) {
    put(make(Op::kBranch, TypeTable::void_type()), {condition});
    f_.blocks[block_].successors = {yes, no};
  }
  void give_back(ValueId value) {
    put(make(Op::kReturn, TypeTable::void_type()), {value});
  }
  ValueId compare(Predicate predicate, ValueId a, ValueId b) {
    return put(
        make(Op::kCompare, w_.truth, 0, static_cast<std::uint8_t>(predicate)),
        {a, b});
  }

  // --- variables ---
  ValueId get(const char *name) {
    ValueId address = slots_.at(name);
    return load(address, unit_.types.pointee(f_.insts[address].type));
  }
  static const char *pointer(std::uint8_t i) {
    static const char *const names[] = {"p", "q", "r", "x"};
    return names[i];
  }
  static const char *node(std::uint8_t i) { return i ? "t" : "s"; }
  static const char *number(std::uint8_t i) { return i ? "b" : "a"; }
  ValueId get_pointer(std::uint8_t i) {
    return i < 4 ? get(pointer(i)) : null(w_.pointer);
  }
  void set_pointer(std::uint8_t i, ValueId v) { store(slots_[pointer(i)], v); }
  ValueId field(ValueId base, std::uint32_t index) {
    f_.fields.push_back({w_.node, {index}, index * 8});
    TypeId type = index ? w_.pointer : w_.node_pointer;
    return put(
        make(Op::kField, unit_.types.pointer_to(type), f_.fields.size() - 1),
        {base});
  }

  // --- statements ---
  ValueId test(const Condition &c) {
    using K = Condition::Kind;
    auto zero = [&] { return integer(0, w_.number); };
    switch (c.kind) {
    case K::kTrue:
      return integer(1, w_.truth);
    case K::kNumber:
      return compare(Predicate::kNe, get(number(c.first)), zero());
    case K::kNotNumber:
      return compare(Predicate::kEq, get(number(c.first)), zero());
    case K::kEquals:
      return compare(Predicate::kEq, get(number(c.first)),
                     integer(c.second, w_.number));
    case K::kLess:
      return compare(Predicate::kSLt, get(number(c.first)),
                     integer(c.second, w_.number));
    case K::kIsNull:
      return compare(Predicate::kEq, get_pointer(c.first), null(w_.pointer));
    case K::kIsNotNull:
      return compare(Predicate::kNe, get_pointer(c.first), null(w_.pointer));
    case K::kSame:
      return compare(Predicate::kEq, get_pointer(c.first),
                     get_pointer(c.second));
    case K::kNodeIsNull:
    case K::kNodeNotNull:
      break;
    }
    return compare(c.kind == K::kNodeIsNull ? Predicate::kEq : Predicate::kNe,
                   get(node(c.first)), null(w_.node_pointer));
  }

  void statements(const std::vector<Statement> &list) {
    for (const Statement &s : list) {
      line_ = s.line;
      statement(s);
    }
  }

  void statement(const Statement &s) {
    switch (s.kind) {
    case Kind::kIf:
      return conditional(s);
    case Kind::kLoop:
      return loop(s);
    case Kind::kNewNode:
      return new_node(s);
    case Kind::kTouch:
      return touch(s);
    case Kind::kReturn:
      give_back(get_pointer(s.first));
      block_ = new_block(); // what follows is never reached
      return;
    case Kind::kGoto:
      branch_to(done_);
      block_ = new_block();
      return;
    case Kind::kBreak:
      if (!breaks_.empty()) {
        branch_to(breaks_.back());
        block_ = new_block();
      }
      return;
    default:
      return simple(s);
    }
  }

  void simple(const Statement &s) {
    switch (s.kind) {
    case Kind::kMalloc:
      return set_pointer(s.first, call(w_.malloc, {integer(8, w_.size)}));
    case Kind::kStrdup:
      return set_pointer(s.first, call(w_.strdup, {leaf(Op::kGlobal, w_.pointer,
                                                        w_.text.value)}));
    case Kind::kRealloc:
      return set_pointer(s.first, call(w_.realloc, {get_pointer(s.second),
                                                    integer(16, w_.size)}));
    case Kind::kDiscard:
      call(w_.malloc, {integer(8, w_.size)});
      return;
    case Kind::kFree:
      call(w_.free, {get_pointer(s.first)});
      return;
    case Kind::kCopy:
      return set_pointer(s.first, get_pointer(s.second));
    case Kind::kNull:
      return set_pointer(s.first, null(w_.pointer));
    case Kind::kEscape:
      call(w_.escape, {get_pointer(s.first)});
      return;
    case Kind::kToGlobal:
      return store(leaf(Op::kGlobal, w_.pointer_to_pointer, w_.g.value),
                   get_pointer(s.first));
    case Kind::kToOut: {
      ValueId value = get_pointer(s.first);
      return store(get("out"), value);
    }
    case Kind::kFreeNode:
      call(w_.free, {get(node(s.first))});
      return;
    case Kind::kCopyNode:
      return store(slots_[node(s.first)], get(node(s.second)));
    case Kind::kSetData: {
      ValueId value = get_pointer(s.second);
      return store(field(get(node(s.first)), 1), value);
    }
    case Kind::kGetData:
      return set_pointer(s.first,
                         load(field(get(node(s.second)), 1), w_.pointer));
    case Kind::kSetNext: {
      ValueId value = get(node(s.second));
      return store(field(get(node(s.first)), 0), value);
    }
    case Kind::kGetNext:
      return store(slots_[node(s.first)],
                   load(field(get(node(s.second)), 0), w_.node_pointer));
    case Kind::kCall: {
      ValueId a = get("a"), b = get("b"), given = get_pointer(s.second);
      return set_pointer(s.first,
                         call(w_.functions[s.callee],
                              {a, b, given, slots_[pointer(s.third)]}));
    }
    default:
      return;
    }
  }

  void touch(const Statement &s) {
    BlockId write = new_block(), after = new_block();
    branch(compare(Predicate::kNe, get_pointer(s.first), null(w_.pointer)),
           write, after);
    block_ = write;
    store(get_pointer(s.first), integer(1, w_.byte));
    branch_to(after);
    block_ = after;
  }

  void new_node(const Statement &s) {
    ValueId made = call(w_.malloc, {integer(16, w_.size)});
    store(slots_[node(s.first)], made);
    BlockId set = new_block(), after = new_block();
    branch(compare(Predicate::kNe, get(node(s.first)), null(w_.node_pointer)),
           set, after);
    block_ = set;
    store(field(get(node(s.first)), 0), null(w_.node_pointer));
    store(field(get(node(s.first)), 1), null(w_.pointer));
    branch_to(after);
    block_ = after;
  }

  void conditional(const Statement &s) {
    BlockId yes = new_block(), no = new_block(), after = new_block();
    branch(test(s.condition), yes, no);
    block_ = yes;
    statements(s.body);
    branch_to(after);
    block_ = no;
    statements(s.other);
    branch_to(after);
    block_ = after;
  }

  void loop(const Statement &s) {
    static const char *const names[] = {"i0", "i1", "i2"};
    const char *i = names[breaks_.size() % 3];
    BlockId head = new_block(), body = new_block(), after = new_block();
    store(slots_[i], integer(0, w_.number));
    branch_to(head);
    block_ = head;
    ValueId now = get(i);
    branch(compare(Predicate::kSLt, now, get(number(s.first))), body, after);
    block_ = body;
    breaks_.push_back(after);
    statements(s.body);
    breaks_.pop_back();
    line_ = s.line;
    ValueId old = get(i);
    store(slots_[i], put(make(Op::kBinop, w_.number, 0,
                              static_cast<std::uint8_t>(BinaryOp::kAdd)),
                         {old, integer(1, w_.number)}));
    branch_to(head);
    block_ = after;
  }

  Unit &unit_;
  const Words &w_;
  const SketchFunction &from_;
  Function f_;
  std::map<std::string_view, ValueId> slots_;
  BlockId block_, done_;
  std::vector<BlockId> breaks_;
  std::uint32_t line_ = 0;
};

} // namespace

Unit lower(const Sketch &sketch) {
  Unit unit;
  unit.main_file = "/sketch.c";
  unit.files.push(unit.strings.intern(unit.main_file));
  Words words = make_words(unit);
  for (const SketchFunction &function : sketch.functions)
    words.functions.push_back(
        unit.functions.push(Translator(unit, words, function).translate()));
  return unit;
}

} // namespace wt::agree
