// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How are equal nodes found?  Each node gets a number after those that it is
// made of; nodes made of the same things get the same number.  A node on a
// cycle gets a number of its own.
//
// Tested by tests/unit/pointer/solver_equal_nodes_test.cpp.

#include "pointer/value_numbers.h"

#include "pointer/components.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace wt::pointer {

namespace {

using Kind = Constraint::Kind;

// One thing that a node is made of.
struct Part {
  Kind kind;
  std::uint32_t number; // of the node it comes from, or an object
  std::int32_t offset;
  std::uint32_t extent;
  auto operator<=>(const Part &) const = default;
};

class Numbering {
public:
  explicit Numbering(const Constraints &constraints)
      : constraints_(constraints), numbers_(constraints.node_count(), 0) {
    collect();
  }

  std::vector<EqualNodes> run() {
    Components components = find_components(
        static_cast<std::uint32_t>(numbers_.size()),
        [](std::uint32_t) { return false; },
        [&](std::uint32_t node, std::uint32_t i) { return source(node, i); });
    for (std::size_t i = 0; i < components.size(); ++i) {
      std::uint32_t begin = components.begins[i];
      bool is_cycle = components.begins[i + 1] - begin > 1;
      for (std::uint32_t at = begin; at < components.begins[i + 1]; ++at)
        give_number(components.members[at], is_cycle);
    }
    return std::move(equal_);
  }

private:
  static bool defines(const Constraint &constraint) {
    switch (constraint.kind) {
    case Kind::kAddressOf:
    case Kind::kCopy:
    case Kind::kCopyAny:
    case Kind::kLoad:
    case Kind::kLoadAll:
      return true;
    default:
      return false;
    }
  }

  // Constraints by the node that they define, in one array.
  void collect() {
    const std::vector<Constraint> &list = constraints_.list();
    begins_.assign(numbers_.size() + 1, 0);
    for (const Constraint &constraint : list)
      if (defines(constraint))
        ++begins_[constraint.to.value + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i)
      begins_[i] += begins_[i - 1];
    definitions_.resize(begins_.back());
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t i = 0; i < list.size(); ++i)
      if (defines(list[i]))
        definitions_[next[list[i].to.value]++] = i;
  }

  // A node without a source stands for itself in the search.
  std::uint32_t source(std::uint32_t node, std::uint32_t i) const {
    if (begins_[node] + i >= begins_[node + 1])
      return kNoSuccessor;
    NodeId from = definition(node, i).from;
    return from.valid() ? from.value : node;
  }
  const Constraint &definition(std::uint32_t node, std::uint32_t i) const {
    return constraints_.list()[definitions_[begins_[node] + i]];
  }

  void give_number(std::uint32_t node, bool is_cycle) {
    std::vector<Part> parts;
    bool is_own = is_cycle || constraints_.is_open(NodeId(node));
    for (std::uint32_t i = 0; i < begins_[node + 1] - begins_[node]; ++i) {
      const Constraint &made = definition(node, i);
      bool is_address = made.kind == Kind::kAddressOf;
      is_own |= made.from == NodeId(node);
      if (!is_own)
        parts.push_back(
            {made.kind,
             is_address ? made.object.value : numbers_[made.from.value],
             made.offset, made.extent});
    }
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    std::erase_if(parts, [](const Part &part) {
      return part.kind != Kind::kAddressOf && part.number == kNothing;
    });
    if (is_own)
      numbers_[node] = new_number(node);
    else if (parts.empty())
      numbers_[node] = kNothing;
    else if (parts.size() == 1 && parts[0].kind == Kind::kCopy &&
             parts[0].offset == 0)
      same_as(node, parts[0].number);
    else if (auto [at, is_new] =
                 known_.try_emplace(std::move(parts), last_ + 1);
             is_new)
      numbers_[node] = new_number(node);
    else
      same_as(node, at->second);
  }

  std::uint32_t new_number(std::uint32_t node) {
    first_.push_back(node);
    return ++last_;
  }
  void same_as(std::uint32_t node, std::uint32_t number) {
    numbers_[node] = number;
    equal_.push_back({NodeId(first_[number]), NodeId(node)});
  }

  static constexpr std::uint32_t kNothing = 0; // points nowhere
  const Constraints &constraints_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> begins_, definitions_;
  std::vector<std::uint32_t> first_{0}; // node that got a number first
  std::uint32_t last_ = 0;
  std::map<std::vector<Part>, std::uint32_t> known_;
  std::vector<EqualNodes> equal_;
};

} // namespace

std::vector<EqualNodes> find_equal_nodes(const Constraints &constraints) {
  return Numbering(constraints).run();
}

} // namespace wt::pointer
