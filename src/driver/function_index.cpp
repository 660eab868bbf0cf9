// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, their places and their neighbours: see function_index.h.

#include "driver/function_index.h"

#include "support/bytes.h"

#include <algorithm>
#include <deque>
#include <map>

namespace wt::driver {

namespace {

// So many units are loaded at most.
constexpr std::size_t kMostUnits = 40;
constexpr std::uint32_t kFormat = 1;

std::vector<std::string> used_by(const ir::Unit &unit,
                                 const ir::Function &function) {
  std::set<std::string> names;
  for (ir::ValueId v : function.insts.ids())
    if (function.insts[v].op == ir::Op::kFunction)
      names.insert(unit.text(unit.functions[function.function(v)].link_name));
  return {names.begin(), names.end()};
}

std::vector<std::string> held_by(const ir::Unit &unit) {
  std::set<std::string> names;
  for (const ir::Global &global : unit.globals)
    for (const ir::InitCell &cell : global.init)
      if (cell.kind == ir::InitCell::Kind::kFunction)
        names.insert(unit.text(unit.functions[cell.function].link_name));
  return {names.begin(), names.end()};
}

void write_names(ByteWriter &out, const std::vector<std::string> &names) {
  out.number(names.size());
  for (const std::string &name : names)
    out.string(name);
}

std::vector<std::string> read_names(ByteReader &in) {
  std::vector<std::string> names(in.count());
  for (std::string &name : names)
    name = std::string(in.string());
  return names;
}

// A function of the build.
struct Node {
  std::size_t unit, function;
  auto operator<=>(const Node &) const = default;
};

class Neighbours {
public:
  explicit Neighbours(const std::vector<UnitIndex> &build) : build_(build) {
    result_.units.resize(build.size());
    for (std::size_t u = 0; u < build.size(); ++u) {
      for (std::size_t f = 0; f < build[u].functions.size(); ++f)
        add_names(u, f);
      for (const std::string &name : build[u].held)
        holders_[name].push_back(u);
    }
  }

  Neighbourhood around(std::vector<Node> start) {
    for (const Node &node : start)
      load(node.unit, start.size() + kMostUnits);
    add_callees(start);
    std::set<Node> seen(start.begin(), start.end());
    for (std::size_t i = 0; i < start.size(); ++i)
      for (const Node &caller : users_of(start[i]))
        if (load(caller.unit, kMostUnits) && seen.insert(caller).second) {
          start.push_back(caller);
          add_callees({caller});
        }
    find_used_elsewhere();
    result_.has_main = definers_.contains("main");
    return std::move(result_);
  }

private:
  const IndexedFunction &at(const Node &node) const {
    return build_[node.unit].functions[node.function];
  }

  void add_names(std::size_t u, std::size_t f) {
    const IndexedFunction &function = build_[u].functions[f];
    definers_[function.name].push_back({u, f});
    for (const std::string &name : function.uses)
      users_[name].push_back({u, f});
  }

  // Whom `user` means by the name.
  std::vector<Node> meant(const Node &user, const std::string &name) const {
    std::vector<Node> out;
    auto known = definers_.find(name);
    if (known == definers_.end())
      return out;
    for (const Node &node : known->second)
      if (node.unit == user.unit || !at(node).is_static)
        out.push_back(node);
    return out;
  }

  std::vector<Node> users_of(const Node &node) const {
    std::vector<Node> out;
    auto known = users_.find(at(node).name);
    if (known == users_.end())
      return out;
    for (const Node &user : known->second)
      if (user.unit == node.unit || !at(node).is_static)
        out.push_back(user);
    return out;
  }

  // False: there are too many.
  bool load(std::size_t unit, std::size_t most) {
    if (result_.units[unit])
      return true;
    if (loaded_ >= most)
      return false;
    ++loaded_;
    return result_.units[unit] = true;
  }

  // What they call, breadth first.
  void add_callees(const std::vector<Node> &from) {
    std::deque<Node> todo(from.begin(), from.end());
    while (!todo.empty()) {
      Node node = todo.front();
      todo.pop_front();
      if (!called_.insert(node).second)
        continue;
      for (const std::string &name : at(node).uses)
        for (const Node &callee : meant(node, name))
          if (load(callee.unit, kMostUnits))
            todo.push_back(callee);
    }
  }

  void find_used_elsewhere() {
    for (const auto &[name, users] : users_)
      if (std::ranges::any_of(users, [&](const Node &user) {
            return !result_.units[user.unit];
          }))
        result_.used_elsewhere.emplace(name);
    for (const auto &[name, units] : holders_)
      if (std::ranges::any_of(units,
                              [&](std::size_t u) { return !result_.units[u]; }))
        result_.used_elsewhere.emplace(name);
  }

  const std::vector<UnitIndex> &build_;
  std::map<std::string_view, std::vector<Node>> definers_, users_;
  std::map<std::string_view, std::vector<std::size_t>> holders_;
  Neighbourhood result_;
  std::size_t loaded_ = 0;
  std::set<Node> called_;
};

} // namespace

UnitIndex index_of(const ir::Unit &unit) {
  UnitIndex out;
  out.needs_all = unit.language != ir::Language::kC;
  std::map<std::string, std::uint32_t> files;
  for (const ir::Function &function : unit.functions) {
    out.needs_all |= !unit.text(function.alias_of).empty();
    if (function.is_declaration())
      continue;
    IndexedFunction indexed;
    indexed.name = unit.text(function.link_name);
    indexed.is_static = function.linkage == ir::Linkage::kInternal;
    const std::string &file = function.pos.file.valid()
                                  ? unit.text(unit.files[function.pos.file])
                                  : unit.main_file;
    auto [at, is_new] = files.try_emplace(file, out.files.size());
    if (is_new)
      out.files.push_back(file);
    indexed.file = at->second;
    indexed.first = function.pos.line;
    indexed.last = std::max(function.pos.line, function.end.line);
    indexed.uses = used_by(unit, function);
    out.functions.push_back(std::move(indexed));
  }
  out.held = held_by(unit);
  return out;
}

std::string write_index(const UnitIndex &index) {
  ByteWriter out;
  out.number(kFormat);
  out.byte(index.needs_all);
  write_names(out, index.files);
  out.number(index.functions.size());
  for (const IndexedFunction &function : index.functions) {
    out.string(function.name);
    out.byte(function.is_static);
    out.number(function.file);
    out.number(function.first);
    out.number(function.last);
    write_names(out, function.uses);
  }
  write_names(out, index.held);
  return out.take();
}

std::optional<UnitIndex> read_index(std::string_view bytes) {
  ByteReader in(bytes);
  UnitIndex index;
  if (in.number() != kFormat)
    return std::nullopt;
  index.needs_all = in.byte() != 0;
  index.files = read_names(in);
  index.functions.resize(in.count());
  for (IndexedFunction &function : index.functions) {
    function.name = std::string(in.string());
    function.is_static = in.byte() != 0;
    function.file = in.small_number();
    function.first = in.small_number();
    function.last = in.small_number();
    function.uses = read_names(in);
    if (function.file >= index.files.size())
      return std::nullopt;
  }
  index.held = read_names(in);
  if (in.failed() || in.left() != 0)
    return std::nullopt;
  return index;
}

std::optional<Neighbourhood> neighbourhood(const std::vector<UnitIndex> &build,
                                           const std::string &file,
                                           std::uint32_t line) {
  std::vector<Node> start;
  for (std::size_t u = 0; u < build.size(); ++u) {
    if (build[u].needs_all)
      return std::nullopt;
    for (std::size_t f = 0; f < build[u].functions.size(); ++f)
      if (const IndexedFunction &function = build[u].functions[f];
          build[u].files[function.file] == file && function.first <= line &&
          line <= function.last)
        start.push_back({u, f});
  }
  if (start.empty() || build.size() <= kMostUnits)
    return std::nullopt;
  return Neighbours(build).around(std::move(start));
}

} // namespace wt::driver
