// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small programs for engine tests, in the text form of the IR with names.
//
//   function @f(%n i32, %q ptr<i8>) result i32 {
//   b0:
//     %p = call ptr<i8> @malloc(#8)
//     %t = compare eq u1 %p, null
//     branch %t -> b1, b2
//   ...
//
// Names stand for numbers; @callee, #number (i32), @@global and null are
// declared as leaves where needed.  Every function that is only called is
// declared.  Results are printed with the same names.

#pragma once

#include "engine/engine.h"
#include "ir/parse.h"
#include "ir/verify.h"
#include "model/models.h"
#include "program/program.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace wt::test {

class ProgramText {
public:
  // `declarations`: lines of the unit before its functions.
  explicit ProgramText(const std::string &text,
                       const std::string &declarations = "") {
    std::istringstream in(text);
    std::string line, function;
    while (std::getline(in, line)) {
      if (line.starts_with("function"))
        function.clear();
      function += line + "\n";
      if (line == "}")
        functions_ += numbered(function);
    }
    std::string out = "watertight-ir 1\nunit c \"/a.c\" lines 0\n"
                      "file 0 \"/a.c\"\n" +
                      declarations;
    for (const std::string &name : called_)
      if (!names_.contains(name))
        out += "function @" + name + " type unknown result unknown\n";
    source = out + functions_;
    Result<ir::Unit> unit = ir::parse_unit(source, "test");
    if (!unit) {
      ADD_FAILURE() << unit.error().text() << "\n" << source;
      return;
    }
    for (const std::string &problem : ir::verify(*unit))
      ADD_FAILURE() << problem << "\n" << source;
    std::vector<std::unique_ptr<const ir::Unit>> units;
    units.push_back(std::make_unique<const ir::Unit>(std::move(*unit)));
    program = link(std::move(units));
  }

  std::string source;
  std::unique_ptr<const Program> program;

  std::string name(const std::string &function, ir::ValueId v) const {
    auto found = names_.find(function);
    if (found == names_.end() || !found->second.contains(v.value))
      return "%" + std::to_string(v.value);
    return found->second.at(v.value);
  }

private:
  std::string numbered(const std::string &text) {
    std::istringstream in(text);
    std::string head, line;
    std::getline(in, head);
    std::smatch m;
    static const std::regex kHead(R"(function @(\w+)\(([^)]*)\)(.*)\{)");
    if (!std::regex_match(head, m, kHead)) {
      ADD_FAILURE() << "bad head: " << head;
      return "";
    }
    std::string name = m[1], parameters = m[2], rest = m[3];
    std::map<std::string, unsigned> number;
    std::string leaves, variables;
    unsigned next = 0;
    auto leaf = [&](const std::string &key, const std::string &what) {
      if (number.try_emplace(key, next).second)
        leaves += "  %" + std::to_string(next++) + " = " + what + "\n";
    };
    static const std::regex kParameter(R"(%(\w+) ([^,]+))");
    unsigned count = 0;
    for (std::sregex_iterator
             i(parameters.begin(), parameters.end(), kParameter),
         end;
         i != end; ++i, ++count) {
      variables += "  var $" + std::to_string(count) + " " + (*i)[1].str() +
                   " " + (*i)[2].str() + " param\n";
      leaf("%" + (*i)[1].str(),
           "param " + (*i)[2].str() + " $" + std::to_string(count));
    }
    std::vector<std::string> lines;
    while (std::getline(in, line) && line != "}") {
      static const std::regex kVariable(R"(\s*var .*)");
      if (std::regex_match(line, kVariable))
        variables += line + "\n";
      else
        lines.push_back(line);
    }
    static const std::regex kLeaf(R"(@@\w+|@\w+|#-?\d+|\bnull\b)");
    for (const std::string &one : lines)
      for (std::sregex_iterator i(one.begin(), one.end(), kLeaf), end; i != end;
           ++i) {
        std::string key = i->str();
        if (key == "null")
          leaf(key, "null ptr<i8>");
        else if (key[0] == '#')
          leaf(key, "int i32 " + key.substr(1));
        else if (key.starts_with("@@"))
          leaf(key, "global ptr<i8> " + key.substr(1));
        else
          leaf(key, "function ptr<i8> " + key), called_.insert(key.substr(1));
      }
    std::string body;
    static const std::regex kDefinition(R"(\s*%(\w+) = (.*))");
    for (std::string &one : lines) {
      if (one.ends_with(":") || one.empty())
        continue;
      if (std::regex_match(one, m, kDefinition)) {
        number["%" + m[1].str()] = next;
        names_[name][next] = m[1];
        one = m[2].str();
      }
      one = "  %" + std::to_string(next++) + " = " + one;
    }
    for (std::string &one : lines)
      body += replaced(one, number) + "\n";
    for (const auto &[key, value] : number)
      if (key[0] == '%')
        names_[name][value] = key.substr(1);
    names_[name];
    return "function @" + name + " type unknown" + rest + "{\n" + variables +
           leaves + body + "}\n";
  }

  static std::string replaced(const std::string &line,
                              const std::map<std::string, unsigned> &number) {
    static const std::regex kName(R"(@@\w+|@\w+|#-?\d+|\bnull\b|%[A-Za-z]\w*)");
    std::string out;
    std::string::const_iterator from = line.begin();
    for (std::sregex_iterator i(line.begin(), line.end(), kName), end; i != end;
         ++i) {
      out.append(from, line.begin() + i->position());
      auto found = number.find(i->str());
      out += found == number.end() ? i->str()
                                   : "%" + std::to_string(found->second);
      from = line.begin() + i->position() + i->length();
    }
    return out.append(from, line.end());
  }

  std::string functions_;
  std::set<std::string> called_;
  std::map<std::string, std::map<unsigned, std::string>> names_;
};

// Runs an engine bottom-up over a whole program.
class BottomUp final : public SummaryLookup {
public:
  BottomUp(const Program &program, const Engine &engine,
           std::uint64_t steps = 100'000'000)
      : summaries_(program.procedures().size()) {
    for (const auto &scc : program.sccs()) {
      Budget budget(steps);
      SccResult result = engine.analyse(scc, *this, budget);
      for (std::size_t i = 0; i < scc.size(); ++i)
        summaries_[scc[i].value] = std::move(result.summaries[i]);
      for (Verdict &verdict : result.verdicts)
        verdicts.push_back(std::move(verdict));
      for (ProcedureId procedure : result.over_budget)
        over_budget.push_back(procedure);
    }
  }
  const Summary *find(ProcedureId procedure) const override {
    return summaries_[procedure.value].get();
  }

  std::vector<Verdict> verdicts;
  std::vector<ProcedureId> over_budget;

private:
  std::vector<std::unique_ptr<Summary>> summaries_;
};

} // namespace wt::test
