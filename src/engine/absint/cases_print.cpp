// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a summary told to people: by category, and as a graph?

#include "engine/absint/address.h"
#include "engine/absint/cases.h"
#include "path/readable_path.h"

#include <algorithm>
#include <ostream>
#include <set>

namespace wt::absint {

const char *name_of(Category category) {
  static constexpr const char *kNames[] = {
      "Alloc2Arg", "Alloc2Ret", "Alloc2Glob", "Glob2Arg", "Glob2Ret",
      "Arg2Free",  "Arg2Glob",  "Arg2Arg",    "Arg2Ret"};
  return kNames[static_cast<std::size_t>(category)];
}

std::string anchor(const AccessPath &path) {
  std::string out;
  switch (path.root().kind) {
  case PathRoot::Kind::kParameter:
    out = "arg" + std::to_string(path.root().index);
    break;
  case PathRoot::Kind::kResult:
    out = "ret";
    break;
  case PathRoot::Kind::kGlobal:
    out = "global" + std::to_string(path.root().index);
    break;
  default:
    out = "object" + std::to_string(path.root().index);
  }
  bool is_object = path.root().kind == PathRoot::Kind::kGlobal;
  out += is_object ? "" : "*";
  for (PathStep step : path.steps()) {
    if (step.any_element)
      out += "[]";
    if (step.offset)
      out += "." + std::to_string(step.offset);
    out += "*";
  }
  return out + (path.is_deep() ? "..." : "");
}

namespace {

// Of what an object's address can be there is one thing to say.
std::string describe(const Numbers &numbers) {
  bool is_address = !numbers.is_none() && numbers.low() >= 4096 &&
                    numbers.high() == INT64_MAX;
  return is_address ? "non-null" : numbers.describe();
}

bool is_global(const AccessPath &path) {
  return path.root().kind == PathRoot::Kind::kGlobal;
}

// The root at which a new object, or a cell of one, is found.
Category category_of(const Source &source, const AccessPath &target) {
  PathRoot::Kind to = target.root().kind;
  bool to_result = to == PathRoot::Kind::kResult;
  bool to_global = to == PathRoot::Kind::kGlobal;
  if (source.kind == Source::Kind::kNew)
    return to_result   ? Category::kAlloc2Ret
           : to_global ? Category::kAlloc2Glob
                       : Category::kAlloc2Arg;
  if (is_global(source.path))
    return to_result ? Category::kGlob2Ret : Category::kGlob2Arg;
  return to_result   ? Category::kArg2Ret
         : to_global ? Category::kArg2Glob
                     : Category::kArg2Arg;
}

// Everything that links say, one by one: `tell(source, target)`.
template <class Tell> void for_links(const Case &one, Tell tell) {
  for (const Source &source : one.result.sources)
    if (source.kind != Source::Kind::kOpaque)
      tell(source, AccessPath::result());
  for (const Link &link : one.links)
    for (const Source &source : link.held.sources)
      if (source.kind != Source::Kind::kOpaque)
        tell(source, link.holder.then(link.step));
}

} // namespace

std::vector<std::string> anchors(const Case &one, Category category) {
  std::set<std::string> out;
  for_links(one, [&](const Source &source, const AccessPath &target) {
    if (category_of(source, target) != category ||
        (is_global(source.path) && source.kind == Source::Kind::kEntry &&
         is_global(target)))
      return;
    out.insert(source.kind == Source::Kind::kNew
                   ? anchor(target)
                   : anchor(source.path) + " -> " + anchor(target));
  });
  for (const Release &release : one.releases) {
    bool is_it = (release.kind == Release::Kind::kFree &&
                  category == Category::kArg2Free) ||
                 (release.kind == Release::Kind::kKeep &&
                  category == Category::kArg2Glob);
    if (is_it)
      out.insert(anchor(release.path) + (release.is_certain ? "" : "?"));
  }
  return {out.begin(), out.end()};
}

void ProcedureSummary::print(std::ostream &out) const {
  if (keeps_all) {
    out << "may keep every argument and what it reaches\n";
    return;
  }
  if (cases.empty())
    out << "never returns\n";
  for (const Case &one : cases) {
    out << (one.throws ? "throws" : "returns");
    if (!one.throws && !one.is.is_any())
      out << " " << describe(one.is);
    for (const Given &given : one.given)
      if (!given.code)
        out << ", " << readable(*program_, procedure_, given.a) << " is "
            << given.is.describe();
    out << ":\n";
    bool says_anything = false;
    for (int c = 0; c <= static_cast<int>(Category::kArg2Ret); ++c) {
      auto category = static_cast<Category>(c);
      std::vector<std::string> found = anchors(one, category);
      if (found.empty())
        continue;
      says_anything = true;
      std::string name = name_of(category);
      name.resize(12, ' ');
      out << "  " << name;
      for (std::size_t i = 0; i < found.size(); ++i)
        out << (i ? ", " : "") << found[i];
      out << "\n";
    }
    if (!says_anything)
      out << "  nothing\n";
  }
}

namespace {

// Nodes are objects and variables, edges lead from a holder to what it holds.
class GraphPrinter {
public:
  explicit GraphPrinter(std::ostream &out) : out_(out) {}

  void print(const Case &one, std::size_t number) {
    prefix_ = "c" + std::to_string(number) + "_";
    std::set<std::string> freed;
    for (const Release &release : one.releases)
      if (release.kind == Release::Kind::kFree)
        freed.insert(node(release.path));
    out_ << "  subgraph cluster_" << number << " {\n    label=\""
         << (one.throws ? "throws" : "returns " + one.is.describe()) << "\";\n";
    for_links(one, [&](const Source &source, const AccessPath &target) {
      std::string to = source.kind == Source::Kind::kNew
                           ? "new_" + node(source.path)
                           : node(source.path);
      if (source.kind == Source::Kind::kNew)
        new_.insert({to, anchor(source.path)});
      else
        add_way(source.path);
      edges_.insert(edge(holder(one, target), to, last_step(target), false));
    });
    for (const Release &release : one.releases)
      add_way(release.path);
    for (auto &[id, name] : new_)
      out_ << "    \"" << id
           << "\" [shape=circle,style=filled,label=\"!\",tooltip=\"" << name
           << "\"];\n";
    for (auto &[id, name] : nodes_)
      out_ << "    \"" << id
           << "\" [shape=" << (name.ends_with("*") ? "circle" : "box")
           << ",label=\""
           << (freed.contains(id)    ? "x"
               : name.ends_with("*") ? ""
                                     : name)
           << "\",tooltip=\"" << name << "\"];\n";
    for (const std::string &line : edges_)
      out_ << line;
    out_ << "  }\n";
    nodes_.clear();
    new_.clear();
    edges_.clear();
  }

private:
  std::string node(const AccessPath &path) const {
    return prefix_ + anchor(path);
  }
  std::string root(const AccessPath &path) {
    std::string name = anchor(AccessPath(path.root()));
    if (name.ends_with("*"))
      name.pop_back();
    nodes_.insert({prefix_ + name, name});
    return prefix_ + name;
  }
  static std::string last_step(const AccessPath &path) {
    if (path.length() == 0 || path.steps().back().offset == 0)
      return "*";
    return "+" + std::to_string(path.steps().back().offset);
  }
  static AccessPath before(const AccessPath &path) {
    AccessPath out(path.root());
    for (PathStep step : path.steps().first(path.length() - 1))
      out = out.then(step);
    return out;
  }
  std::string holder(const Case &one, const AccessPath &target) {
    if (target.length() == 0)
      return root(target);
    AccessPath path = before(target);
    if (one.find(path)) {
      new_.insert({"new_" + node(path), anchor(path)});
      return "new_" + node(path);
    }
    add_way(path);
    return path.length() == 0 && is_global(path) ? root(path) : node(path);
  }
  // The edges of memory as it was, from the root to the path.
  void add_way(const AccessPath &path) {
    AccessPath at(path.root());
    std::string from = root(at);
    if (!is_global(path)) {
      nodes_.insert({node(at), anchor(at)});
      edges_.insert(edge(from, node(at), "*", true));
      from = node(at);
    }
    for (PathStep step : path.steps()) {
      at = at.then(step);
      nodes_.insert({node(at), anchor(at)});
      edges_.insert(edge(from, node(at), last_step(at), true));
      from = node(at);
    }
  }
  std::string edge(const std::string &from, const std::string &to,
                   const std::string &label, bool is_old) const {
    return "    \"" + from + "\" -> \"" + to + "\" [label=\"" + label + "\"" +
           (is_old ? ",style=dotted" : "") + "];\n";
  }

  std::ostream &out_;
  std::string prefix_;
  std::set<std::pair<std::string, std::string>> nodes_, new_; // id, name
  std::set<std::string> edges_;
};

} // namespace

void ProcedureSummary::print_graph(std::ostream &out) const {
  out << "digraph \"" << program_->procedures()[procedure_].name << "\" {\n";
  GraphPrinter printer(out);
  for (std::size_t i = 0; i < cases.size(); ++i)
    printer.print(cases[i], i);
  out << "}\n";
}

} // namespace wt::absint
