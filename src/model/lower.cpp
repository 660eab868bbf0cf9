// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lower.h.  Frees come before fresh objects in the list of effects, since
// they speak of the state before the call.

#include "model/lower.h"

#include <algorithm>
#include <array>

namespace wt::model {
namespace {

using Clause = SpecClause::Kind;
using Kind = Effect::Kind;

constexpr std::array<std::string_view, 34> kScalarTypedefs = {
    "size_t",    "ssize_t",   "off_t",     "off64_t",  "mode_t",    "pid_t",
    "uid_t",     "gid_t",     "id_t",      "dev_t",    "ino_t",     "time_t",
    "clock_t",   "clockid_t", "socklen_t", "wchar_t",  "wint_t",    "int8_t",
    "int16_t",   "int32_t",   "int64_t",   "uint8_t",  "uint16_t",  "uint32_t",
    "uint64_t",  "intmax_t",  "uintmax_t", "intptr_t", "uintptr_t", "in_addr_t",
    "in_port_t", "key_t",     "char16_t",  "char32_t"};

constexpr std::array<std::string_view, 9> kScalarWords = {
    "char",     "short",  "int",  "long", "signed",
    "unsigned", "double", "bool", "float"};

bool is_level(const SpecType &type) {
  return type.kind == SpecType::Kind::kPointer ||
         type.kind == SpecType::Kind::kReference ||
         type.kind == SpecType::Kind::kArray;
}

Effect effect_on(Kind kind, Place place) {
  Effect effect;
  effect.kind = kind;
  effect.place = place;
  return effect;
}

bool mentions(const SpecType &type, const std::string &variable) {
  return (type.kind == SpecType::Kind::kName && type.name == variable) ||
         std::ranges::any_of(type.inner, [&](const SpecType &inner) {
           return mentions(inner, variable);
         });
}

class Lowering {
public:
  Lowering(const SpecFile &file, const SpecFunction &function,
           const FamilyTable &families)
      : file_(file), function_(function), families_(families) {}

  Result<FunctionModel> run() {
    model_.name = function_.name;
    model_.file = file_.file;
    model_.line = function_.pos.line;
    read_shape();
    find_success();
    for (std::uint32_t i = 0; i < function_.params.size(); ++i)
      lower_parameter(i);
    lower_containers();
    lower_result();
    for (const SpecClause &clause : function_.clauses)
      lower_clause(clause);
    if (error_)
      return std::unexpected(*error_);
    for (Effect &effect : fresh_)
      model_.effects.push_back(std::move(effect));
    return std::move(model_);
  }

private:
  void fail_at(SpecPos pos, std::string message) {
    if (!error_)
      error_ = Error{std::move(message), file_.file, pos.line, pos.column};
  }

  // Shape.

  ParamKind kind_of(const SpecType &type) const {
    if (type.kind != SpecType::Kind::kName)
      return ParamKind::kPointer;
    std::optional<FamilyId> family = families_.find(type.name);
    bool is_handle = family && families_[*family].is_handle;
    return is_handle || is_scalar_name(type.name) ? ParamKind::kScalar
                                                  : ParamKind::kAny;
  }

  void read_shape() {
    model_.shape.is_variadic = function_.is_variadic;
    model_.has_shape = !function_.params.empty() || !function_.is_variadic;
    for (std::uint32_t i = 0; i < function_.params.size(); ++i) {
      const SpecType &type = function_.params[i].type;
      model_.shape.params.push_back(kind_of(type));
      if (is_level(type) && !type.inner[0].is_const &&
          type.inner[0].kind != SpecType::Kind::kFunction)
        model_.written.push_back(i);
    }
  }

  // Families.

  std::optional<FamilyId> explicit_family(const std::string &name,
                                          SpecPos pos) {
    if (name.empty())
      return std::nullopt;
    std::optional<FamilyId> family = families_.find(name);
    if (!family)
      fail_at(pos, "found the family '" + name +
                       "', expected a declared one (" + families_.names() +
                       ")");
    return family;
  }

  // The family called like the type: FILE of `FILE *`, fd of `fd`, and regex_t
  // of `regex_t`, an object whose memory hangs in a struct of the caller.
  std::optional<FamilyId> family_of_type(const SpecType *type) const {
    if (!type)
      return std::nullopt;
    bool is_name = type->kind == SpecType::Kind::kName;
    const SpecType &base =
        type->kind == SpecType::Kind::kPointer ? type->inner[0] : *type;
    if (base.kind != SpecType::Kind::kName)
      return std::nullopt;
    std::optional<FamilyId> family = families_.find(without_tag(base.name));
    if (family && families_[*family].is_handle && !is_name)
      return std::nullopt;
    return family;
  }

  FamilyId fresh_family(const SpecType *type, const std::string &written,
                        SpecPos pos) {
    if (std::optional<FamilyId> family = explicit_family(written, pos))
      return *family;
    if (std::optional<FamilyId> family = family_of_type(type))
      return *family;
    return families_.find("malloc").value_or(FamilyId());
  }

  FamilyId freed_family(const SpecType *type, const std::string &written,
                        SpecPos pos) {
    if (std::optional<FamilyId> family = explicit_family(written, pos))
      return *family;
    std::optional<FamilyId> by_type = family_of_type(type);
    std::string preferred = by_type ? families_[*by_type].name : "";
    if (auto family = families_.released_by(function_.name, preferred))
      return *family;
    return by_type.value_or(FamilyId());
  }

  // Places.

  Place resolve(const SpecPlace &written) {
    Place place;
    place.dereferences = written.dereferences;
    if (written.name == "result")
      return place;
    place.root = Place::Root::kArgument;
    place.argument = parameter(written.name, written.pos);
    return place;
  }

  std::uint32_t parameter(const std::string &name, SpecPos pos) {
    for (std::uint32_t i = 0; i < function_.params.size(); ++i)
      if (function_.params[i].name == name)
        return i;
    fail_at(pos, "found '" + name + "', expected 'result' or a parameter of '" +
                     function_.name + "'");
    return 0;
  }

  // The type at a place, or null when the place is no pointer deep enough.
  const SpecType *type_at(const Place &place) const {
    if (place.root == Place::Root::kArgument &&
        place.argument >= function_.params.size())
      return nullptr;
    const SpecType *type = place.root == Place::Root::kResult
                               ? &function_.result
                               : &function_.params[place.argument].type;
    for (std::uint32_t i = 0; i < place.dereferences; ++i) {
      if (!is_level(*type))
        return nullptr;
      type = &type->inner[0];
    }
    return type;
  }

  // Is there a sentence of one of these kinds about the place?
  bool is_said(const Place &place, std::initializer_list<Clause> kinds) {
    for (const SpecClause &clause : function_.clauses)
      if (std::ranges::find(kinds, clause.kind) != kinds.end() &&
          resolve(clause.place) == place)
        return true;
    return false;
  }

  // Types.

  // own qualifies a pointer, a handle, a type variable, or a type that is the
  // name of a family.
  void check_own(const SpecType &type) {
    const SpecType *at = &type;
    while (is_level(*at))
      at = &at->inner[0];
    bool is_variable = std::ranges::find(file_.type_variables, at->name) !=
                       file_.type_variables.end();
    if (at->ownership == Ownership::kOwn && !family_of_type(at) &&
        at->family.empty() && !is_variable)
      fail_at(at->pos, "found 'own' before '" + at->name +
                           "', expected a pointer or a declared handle");
  }

  void add_fresh(Place place, const SpecType &type, std::uint32_t count) {
    if (is_said(place, {Clause::kFresh}))
      return;
    Effect effect = effect_on(Kind::kFresh, place);
    effect.family = fresh_family(&type, type.family, type.pos);
    effect.count = count;
    finish_fresh(effect);
    fresh_.push_back(effect);
  }

  // Success test, never_fails, or: may be the value that means failure.
  void finish_fresh(Effect &effect) const {
    if (effect.when.kind == ResultTest::Kind::kAlways)
      effect.when = success_;
    effect.may_fail =
        !never_fails_ && effect.when.kind == ResultTest::Kind::kAlways;
  }

  // What is replaced (inout) is of the family of its replacement.
  void add_freed(Place place, const SpecType &type, bool is_replaced) {
    if (is_said(place, {Clause::kFreed, Clause::kKept, Clause::kStored,
                        Clause::kReleased}))
      return;
    Effect effect = effect_on(Kind::kFree, place);
    effect.family = is_replaced ? fresh_family(&type, type.family, type.pos)
                                : freed_family(&type, type.family, type.pos);
    model_.effects.push_back(effect);
  }

  void lower_parameter(std::uint32_t argument) {
    Place place{Place::Root::kArgument, argument, 0, 0};
    const SpecType *type = &function_.params[argument].type;
    check_own(*type);
    Direction direction = Direction::kIn;
    std::uint32_t count = 1;
    for (;;) {
      if (type->ownership == Ownership::kOwn) {
        if (direction != Direction::kOut)
          add_freed(place, *type, direction == Direction::kInOut);
        if (direction != Direction::kIn)
          add_fresh(place, *type, count);
        // What lies inside an owned object is told by the tree alone.
        return;
      }
      if (!is_level(*type))
        return;
      direction = type->direction;
      count = type->kind == SpecType::Kind::kArray && type->count > 0
                  ? static_cast<std::uint32_t>(type->count)
                  : 1;
      type = &type->inner[0];
      ++place.dereferences;
    }
  }

  void lower_result() {
    check_own(function_.result);
    if (function_.result.ownership == Ownership::kOwn)
      add_fresh(Place{}, function_.result, 1);
  }

  bool is_container(const SpecType &type, const std::string &variable) const {
    if (type.kind != SpecType::Kind::kPointer &&
        type.kind != SpecType::Kind::kReference)
      return false;
    const SpecType &base = type.inner[0];
    return std::ranges::any_of(file_.containers,
                               [&](const SpecContainer &container) {
                                 return container.name ==
                                        without_tag(base.name);
                               }) &&
           mentions(base, variable);
  }

  // push(ref stack<T> *s, T e) stores e; free_all(own stack<T> *, void (*)(T))
  // and destroy(own stack<T> *) where { own_type(T) } dispose of all elements
  // first.
  void lower_containers() {
    for (const std::string &variable : file_.type_variables)
      for (std::uint32_t i = 0; i < function_.params.size(); ++i)
        if (is_container(function_.params[i].type, variable))
          lower_elements(i, variable);
  }

  // Are elements released, because they must own something?
  bool must_own(const std::string &variable) const {
    return std::ranges::any_of(
        function_.clauses, [&](const SpecClause &clause) {
          return clause.kind == Clause::kOwnType &&
                 std::ranges::find(clause.types, variable) !=
                     clause.types.end();
        });
  }

  void lower_elements(std::uint32_t container, const std::string &variable) {
    bool is_owned =
        function_.params[container].type.ownership == Ownership::kOwn;
    Place held_by{Place::Root::kArgument, container, 0, 0};
    if (must_own(variable))
      model_.effects.insert(model_.effects.begin(),
                            effect_on(Kind::kEmpty, held_by));
    for (std::uint32_t i = 0; i < function_.params.size(); ++i) {
      const SpecType &type = function_.params[i].type;
      Place place{Place::Root::kArgument, i, 0, 0};
      if (type.kind == SpecType::Kind::kName && type.name == variable &&
          !is_owned && !is_said(place, {Clause::kStored, Clause::kKept})) {
        Effect effect = effect_on(Kind::kStore, place);
        effect.into = held_by;
        model_.effects.push_back(effect);
      } else if (type.kind == SpecType::Kind::kPointer &&
                 type.inner[0].kind == SpecType::Kind::kFunction &&
                 mentions(type.inner[0], variable) && is_owned) {
        Effect call = effect_on(Kind::kCall, place);
        call.into = place;
        call.arguments.resize(type.inner[0].inner.size() - 1);
        model_.effects.insert(model_.effects.begin(),
                              effect_on(Kind::kEmpty, held_by));
        model_.effects.push_back(call);
      }
    }
  }

  // Clauses.

  void find_success() {
    for (const SpecClause &clause : function_.clauses) {
      if (clause.kind == Clause::kNeverFails)
        never_fails_ = true;
      if (clause.kind != Clause::kSuccess)
        continue;
      const SpecTest &test = clause.tests[0];
      if (test.name != "result")
        fail_at(test.pos,
                "found a test of '" + test.name + "', expected 'result'");
      success_ = result_test(test);
    }
  }

  static ResultTest result_test(const SpecTest &test) {
    switch (test.op) {
    case SpecTest::Op::kEqual:
      return {ResultTest::Kind::kEquals, test.value};
    case SpecTest::Op::kDiffers:
      return {ResultTest::Kind::kDiffers, test.value};
    case SpecTest::Op::kNegative:
      return {ResultTest::Kind::kNegative, 0};
    case SpecTest::Op::kNotNegative:
      break;
    }
    return {ResultTest::Kind::kNotNegative, 0};
  }

  void add_tests(const SpecClause &clause, Effect &effect) {
    for (const SpecTest &test : clause.tests)
      if (test.name == "result") {
        if (effect.when.kind != ResultTest::Kind::kAlways)
          fail_at(test.pos, "found a second test of 'result', expected one");
        effect.when = result_test(test);
      } else {
        if (effect.given)
          fail_at(test.pos, "found a second test of a parameter, expected one");
        effect.given =
            ArgumentTest{parameter(test.name, test.pos), result_test(test)};
      }
  }

  static Kind effect_kind(Clause clause) {
    switch (clause) {
    case Clause::kFreed:
      return Kind::kFree;
    case Clause::kFresh:
      return Kind::kFresh;
    case Clause::kStored:
      return Kind::kStore;
    case Clause::kAcquired:
      return Kind::kAcquire;
    case Clause::kReleased:
      return Kind::kRelease;
    case Clause::kEmptied:
      return Kind::kEmpty;
    case Clause::kCalls:
      return Kind::kCall;
    case Clause::kIs:
    case Clause::kIn:
      return Kind::kAlias;
    default:
      return Kind::kKeep;
    }
  }

  void lower_clause(const SpecClause &clause) {
    switch (clause.kind) {
    case Clause::kNoReturn:
      lower_noreturn(clause);
      return;
    case Clause::kFails:
      lower_fails(clause);
      return;
    case Clause::kZeroed:
      lower_zeroed(clause);
      return;
    case Clause::kReturnsTwice:
      model_.returns_twice = true;
      return;
    case Clause::kThrows:
      model_.may_throw = true;
      return;
    case Clause::kByBody:
      model_.yields_to_body = true;
      return;
    case Clause::kKeepsAll:
      model_.keeps_all = true;
      return;
    case Clause::kReadsOnly:
      model_.only_reads_rest = true;
      return;
    case Clause::kNeverNegative:
      model_.is_never_negative = true;
      return;
    case Clause::kFailsWithoutMemory:
      model_.fails_without_memory = true;
      return;
    case Clause::kProcessGoesOn:
      model_.process_goes_on = true;
      return;
    case Clause::kNeverFails:
    case Clause::kSuccess:
      return;
    case Clause::kRefType:
    case Clause::kOwnType:
    case Clause::kLeadsTo:
    case Clause::kSameType:
      check_types(clause);
      return;
    default:
      lower_sentence(clause);
    }
  }

  void lower_noreturn(const SpecClause &clause) {
    Effect tested;
    add_tests(clause, tested);
    if (tested.when.kind != ResultTest::Kind::kAlways)
      fail_at(clause.tests[0].pos, "found a test of 'result', expected a test "
                                   "of a parameter");
    model_.does_not_return_when = tested.given;
    model_.does_not_return = !tested.given;
  }

  void lower_fails(const SpecClause &clause) {
    Effect tested;
    add_tests(clause, tested);
    if (!tested.given)
      fail_at(clause.pos, "found 'fails' without a test of a parameter, "
                          "expected 'when' and one");
    else
      model_.fails_when.push_back(*tested.given);
  }

  void lower_zeroed(const SpecClause &clause) {
    Place place = resolve(clause.place);
    auto fresh = std::ranges::find(fresh_, place, &Effect::place);
    if (fresh == fresh_.end())
      fail_at(clause.place.pos, "found '" + clause.place.name +
                                    "', expected the place of a new object");
    else
      fresh->is_zeroed = true;
  }

  void check_types(const SpecClause &clause) {
    for (const std::string &type : clause.types)
      if (std::ranges::find(file_.type_variables, type) ==
          file_.type_variables.end())
        fail_at(clause.pos, "found '" + type +
                                "', expected a type variable (type " + type +
                                ";)");
  }

  void lower_sentence(const SpecClause &clause) {
    Effect effect = effect_on(effect_kind(clause.kind), resolve(clause.place));
    effect.may_skip = clause.is_maybe;
    add_tests(clause, effect);
    if (!type_at(effect.place))
      fail_at(clause.place.pos, "found too many '*' before '" +
                                    clause.place.name +
                                    "', expected at most one per pointer");
    if (effect.kind == Kind::kAlias)
      lower_alias(clause, effect);
    else if (effect.kind != Kind::kFresh &&
             effect.place.root == Place::Root::kResult)
      fail_at(clause.place.pos,
              "found 'result', expected the name of a parameter");
    else if (effect.kind == Kind::kStore)
      effect.into = resolve(*clause.other);
    else if (effect.kind == Kind::kCall)
      lower_call(clause, effect);
    else if (effect.kind == Kind::kFresh)
      lower_fresh(clause, effect);
    else if (effect.kind == Kind::kFree || effect.kind == Kind::kRelease)
      effect.family =
          freed_family(type_at(effect.place),
                       written_family(clause, effect.place), clause.place.pos);
    else if (effect.kind == Kind::kKeep)
      effect.family =
          family_of_type(type_at(effect.place)).value_or(FamilyId());
    (effect.kind == Kind::kFresh ? fresh_ : model_.effects)
        .push_back(std::move(effect));
  }

  // as FAMILY of the clause, else own(FAMILY) of the type.
  std::string written_family(const SpecClause &clause, const Place &place) {
    const SpecType *type = type_at(place);
    return clause.family.empty() && type ? type->family : clause.family;
  }

  // `result in p` is an alias; `*end in s` stores s where end points to.
  void lower_alias(const SpecClause &clause, Effect &effect) {
    Place other = resolve(*clause.other);
    if (effect.place.root == Place::Root::kResult &&
        effect.place.dereferences == 0) {
      effect.is_exact = clause.kind == Clause::kIs;
      effect.may_fail = clause.or_null;
      effect.place = other;
      return;
    }
    if (effect.place.dereferences == 0)
      fail_at(clause.place.pos, "found '" + clause.place.name +
                                    "', expected 'result' or a place behind "
                                    "a pointer");
    effect.kind = Kind::kStore;
    effect.into = effect.place;
    if (effect.into.dereferences > 0)
      --effect.into.dereferences;
    effect.place = other;
  }

  void lower_fresh(const SpecClause &clause, Effect &effect) {
    effect.family =
        fresh_family(type_at(effect.place),
                     written_family(clause, effect.place), clause.place.pos);
    if (clause.other)
      effect.region = resolve(*clause.other);
    finish_fresh(effect);
    if (clause.or_null)
      effect.may_fail = true;
  }

  void lower_call(const SpecClause &clause, Effect &effect) {
    for (const std::optional<SpecPlace> &argument : clause.arguments)
      effect.arguments.push_back(argument ? std::optional(resolve(*argument))
                                          : std::nullopt);
    effect.into = effect.place;
    if (!effect.arguments.empty() && effect.arguments[0])
      effect.into = *effect.arguments[0];
  }

  const SpecFile &file_;
  const SpecFunction &function_;
  const FamilyTable &families_;
  FunctionModel model_;
  std::vector<Effect> fresh_; // come last
  ResultTest success_;
  bool never_fails_ = false;
  std::optional<Error> error_;
};

} // namespace

bool is_scalar_name(std::string_view name) {
  return std::ranges::any_of(kScalarWords,
                             [&](std::string_view word) {
                               return name.starts_with(word) &&
                                      (name.size() == word.size() ||
                                       name[word.size()] == ' ');
                             }) ||
         std::ranges::find(kScalarTypedefs, name) != kScalarTypedefs.end();
}

Result<FunctionModel> lower(const SpecFile &file, const SpecFunction &function,
                            const FamilyTable &families) {
  return Lowering(file, function, families).run();
}

} // namespace wt::model
