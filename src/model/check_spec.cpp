// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See check_spec.h.

#include "model/check_spec.h"

#include "model/lower.h"

#include <algorithm>

namespace wt::model {
namespace {

using Clause = SpecClause::Kind;

std::string counted(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " type argument" : " type arguments");
}

class Checker {
public:
  Checker(const SpecFile &file, ContainerArity &containers)
      : file_(file), containers_(containers) {}

  Status run() {
    for (const SpecContainer &container : file_.containers)
      if (Status status = declare(container); !status)
        return status;
    for (const SpecContainer &container : file_.containers)
      for (const SpecParam &field : container.fields)
        if (Status status = check(field.type); !status)
          return status;
    for (const SpecFunction &function : file_.functions)
      if (Status status = check(function); !status)
        return status;
    return {};
  }

private:
  Status wrong(SpecPos pos, const std::string &message) const {
    return fail(message, file_.file, pos.line, pos.column);
  }

  bool is_variable(const std::string &name) const {
    return std::ranges::find(file_.type_variables, name) !=
           file_.type_variables.end();
  }

  Status declare(const SpecContainer &container) {
    for (const SpecContainer &other : file_.containers) {
      if (&other == &container)
        break;
      if (other.name == container.name)
        return wrong(container.pos, "found the container '" + container.name +
                                        "' a second time (first in line " +
                                        std::to_string(other.pos.line) +
                                        "), expected one declaration");
    }
    for (const std::string &parameter : container.parameters)
      if (!is_variable(parameter))
        return undeclared(parameter, container.pos);
    containers_[container.name] = container.parameters.size();
    return {};
  }

  Status undeclared(const std::string &name, SpecPos pos) const {
    return wrong(pos, "found '" + name + "', expected a type variable (type " +
                          name + ";)");
  }

  Status check(const SpecType &type) const {
    bool is_container = type.kind == SpecType::Kind::kName &&
                        !type.inner.empty() &&
                        type.name.find("::") == std::string::npos;
    if (is_container) {
      auto known = containers_.find(type.name);
      if (known == containers_.end())
        return wrong(type.pos, "found '" + type.name +
                                   "' with type arguments, expected a " +
                                   "declared container");
      if (known->second != type.inner.size())
        return wrong(type.pos, "found " + counted(type.inner.size()) + " of '" +
                                   type.name + "', expected " +
                                   counted(known->second));
      for (const SpecType &argument : type.inner)
        if (is_unknown_variable(argument))
          return undeclared(argument.name, argument.pos);
    }
    for (const SpecType &inner : type.inner)
      if (Status status = check(inner); !status)
        return status;
    return {};
  }

  // `stack<T>` without `type T;`.  Elements that are no variables are pointers,
  // containers or numbers.
  bool is_unknown_variable(const SpecType &argument) const {
    return argument.kind == SpecType::Kind::kName && argument.inner.empty() &&
           !is_variable(argument.name) && !is_scalar_name(argument.name);
  }

  Status check(const SpecFunction &function) const {
    if (Status status = check(function.result); !status)
      return status;
    for (const SpecParam &parameter : function.params)
      if (Status status = check(parameter.type); !status)
        return status;
    return check_fates(function);
  }

  // At most one sentence may say, without a condition, where an object goes.
  Status check_fates(const SpecFunction &function) const {
    auto is_fate = [](const SpecClause &clause) {
      return (clause.kind == Clause::kFreed || clause.kind == Clause::kKept ||
              clause.kind == Clause::kStored) &&
             clause.tests.empty() && !clause.is_maybe;
    };
    for (std::size_t i = 0; i < function.clauses.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const SpecClause &one = function.clauses[k], &two = function.clauses[i];
        if (is_fate(one) && is_fate(two) && one.kind != two.kind &&
            one.place == two.place)
          return wrong(two.pos, "found a second fate of '" + two.place.name +
                                    "' (first in line " +
                                    std::to_string(one.pos.line) +
                                    "), expected one, or 'when' or 'maybe'");
      }
    return {};
  }

  const SpecFile &file_;
  ContainerArity &containers_;
};

} // namespace

Status check_spec(const SpecFile &file, ContainerArity &containers) {
  return Checker(file, containers).run();
}

} // namespace wt::model
