// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What are the right answers?  The constraints by their definition: every rule
// again and again over plain sets until nothing changes, every byte of every
// object looked at one by one.  No folding: objects have known small sizes.
//
// Shares no code with the solver but the list of constraints itself.

#pragma once

#include "pointer/constraints.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace wt::pointer::test {

// What a call through a pointer connects: argument to parameter, result back.
struct CallEnds {
  NodeId in, out;
};
struct CallTable {
  std::map<std::uint32_t, CallEnds> calls;     // by token
  std::map<std::uint32_t, CallEnds> functions; // by payload
};

class NaiveSolver {
public:
  using Point = std::pair<std::uint32_t, std::int64_t>; // object, offset
  using Points = std::set<Point>;

  NaiveSolver(const Constraints &constraints, const CallTable &table)
      : objects_(constraints.objects()), list_(constraints.list()),
        table_(table), outside_(constraints.outside()),
        escaped_(constraints.escaped()) {
    for (std::uint32_t object = 0; object < objects_.size(); ++object) {
      normals_.emplace_back();
      for (std::int64_t at = 0; at <= last(object); ++at)
        normals_.back().push_back(normal(object, at, nullptr));
    }
  }

  // False: more work than a test is worth.
  bool run() {
    do {
      changed_ = false;
      for (std::size_t i = 0; i < list_.size() && work_ < kMostWork; ++i)
        apply(list_[i]);
      if (outside_.valid())
        apply_outside();
    } while (changed_ && work_ < kMostWork);
    return work_ < kMostWork;
  }
  const Points &points_to(NodeId node) { return nodes_[node.value]; }
  const std::map<Point, Points> &contents() const { return contents_; }
  bool is_escaped(std::uint32_t object) {
    for (Point point : nodes_[escaped_.value])
      if (point.first == object)
        return true;
    return false;
  }

  // An element of an array on the way from a true offset to its location.
  struct Step {
    Array array;
    std::int64_t element, outer_shift;
  };

  std::int64_t normal(std::uint32_t object, std::int64_t offset,
                      std::vector<Step> *steps) const {
    const Object &own = objects_[ObjectId(object)];
    if (own.is_one_location)
      return 0;
    std::int64_t shift = 0;
    for (const Array &array : own.arrays) {
      std::int64_t stride = array.stride < 8 ? 1 : array.stride;
      if (offset < array.begin || offset >= array.end)
        continue;
      std::int64_t element = (offset - array.begin) / stride;
      if (steps)
        steps->push_back({array, element, shift});
      shift += element * stride;
      offset -= element * stride;
    }
    return offset;
  }
  std::int64_t normal(std::uint32_t object, std::int64_t offset) const {
    bool is_one = objects_[ObjectId(object)].is_one_location;
    return is_one ? 0 : normals_[object][static_cast<std::size_t>(offset)];
  }
  std::int64_t last(std::uint32_t object) const {
    const Object &own = objects_[ObjectId(object)];
    return own.is_function || own.is_one_location ? 0 : own.size;
  }

  Points moved(Point from, std::int64_t delta) const {
    if (delta == 0 || objects_[ObjectId(from.first)].is_one_location)
      return {from};
    Points out;
    for (std::int64_t at = 0; at <= last(from.first); ++at) {
      std::int64_t to = at + delta;
      if (normal(from.first, at) != from.second || to < 0 ||
          to > last(from.first))
        continue;
      std::vector<Step> steps;
      normal(from.first, at, &steps);
      if (is_right(steps, to))
        out.insert({from.first, normal(from.first, to)});
    }
    return out;
  }

  Points walked(Point from, std::uint32_t stride) const {
    const Object &own = objects_[ObjectId(from.first)];
    Points out{from};
    if (last(from.first) == 0)
      return out;
    std::vector<Step> steps;
    normal(from.first, from.second, &steps);
    for (std::size_t i = 0; i < steps.size() && stride != 0; ++i) {
      const Array &array = steps[i].array;
      bool is_bytes = array.stride < 8;
      std::int64_t begin = i > 0 ? steps[i - 1].array.begin : 0;
      std::int64_t end =
          i > 0 ? begin + steps[i - 1].array.stride : std::int64_t{own.size};
      bool is_doubtful =
          is_bytes && stride < 8 && array.begin == begin && array.end < end;
      if (stride % (is_bytes ? 1 : array.stride) == 0 && !is_doubtful)
        return out;
    }
    std::int64_t step = stride == 0 ? 1 : stride;
    for (std::int64_t at = from.second % step; at < last(from.first);
         at += step)
      out.insert({from.first, normal(from.first, at)});
    return out;
  }

private:
  static bool is_right(const std::vector<Step> &steps, std::int64_t to) {
    for (const Step &step : steps) {
      std::int64_t in_first = to - step.outer_shift;
      if (step.element > 0 &&
          (in_first >= step.array.end ||
           (in_first < step.array.begin && step.array.stride < 8)))
        return false;
    }
    return true;
  }

  const Points &at(Point cell) const {
    static const Points kNone;
    auto found = contents_.find(cell);
    return found == contents_.end() ? kNone : found->second;
  }
  void add_cell(Point cell, const Points &from) {
    if (!from.empty())
      add(contents_[cell], from);
  }

  void add(Points &to, const Points &from) {
    if (&to == &from)
      return;
    work_ += from.size();
    std::size_t before = to.size();
    to.insert(from.begin(), from.end());
    changed_ |= to.size() != before;
  }

  void apply(const Constraint &c) {
    using Kind = Constraint::Kind;
    Points &to = nodes_[c.to.value];
    const Points from = c.from.valid() ? nodes_[c.from.value] : Points();
    switch (c.kind) {
    case Kind::kAddressOf:
      if (c.offset <= last(c.object.value) ||
          objects_[c.object].is_one_location)
        add(to, {{c.object.value, normal(c.object.value, c.offset)}});
      return;
    case Kind::kCopy:
      for (Point point : from)
        add(to, moved(point, c.offset));
      return;
    case Kind::kCopyAny:
      for (Point point : from)
        add(to, walked(point, c.extent));
      return;
    case Kind::kLoad:
      for (Point point : from)
        for (Point cell : moved(point, c.offset))
          add(to, at(cell));
      return;
    case Kind::kStore:
      for (Point point : Points(to))
        for (Point cell : moved(point, c.offset))
          add_cell(cell, from);
      return;
    case Kind::kLoadAll:
      for (Point point : from)
        for (std::int64_t i = 0; i <= last(point.first); ++i)
          add(to, at({point.first, i}));
      return;
    case Kind::kStoreAll:
      for (Point point : Points(to))
        for (std::int64_t i = 0; i <= last(point.first); ++i)
          if (normal(point.first, i) == i)
            add_cell({point.first, i}, from);
      return;
    case Kind::kMemcopy:
      for (Point target : Points(to))
        for (Point source : from)
          if (target != source)
            copy_memory(target, source, c.extent);
      return;
    case Kind::kIndirectCall:
      for (Point point : Points(to))
        if (objects_[ObjectId(point.first)].is_function)
          call(c.extent, objects_[ObjectId(point.first)].payload);
      return;
    }
  }

  void apply_outside() {
    Points &escaped = nodes_[escaped_.value];
    const Points outside{{outside_.value, 0}};
    add(escaped, outside);
    for (Point point : Points(escaped))
      for (std::int64_t i = 0; i <= last(point.first); ++i)
        if (normal(point.first, i) == i) {
          add_cell({point.first, i}, outside);
          add(escaped, at({point.first, i}));
        }
  }

  void copy_memory(Point target, Point source, std::uint32_t size) {
    if (objects_[ObjectId(source.first)].is_one_location)
      return copy_everywhere(target, at(source), size);
    for (std::int64_t i = source.second; i <= last(source.first); ++i) {
      ++work_;
      std::int64_t distance = i - source.second;
      std::int64_t to = target.second + distance;
      bool is_there = objects_[ObjectId(target.first)].is_one_location ||
                      to < last(target.first); // not one past the end
      if (distance < size && is_there)
        add_cell({target.first, normal(target.first, to)},
                 at({source.first, normal(source.first, i)}));
    }
  }

  void copy_everywhere(Point target, const Points &points, std::uint32_t size) {
    for (std::int64_t i = 0; i <= last(target.first) - target.second; ++i)
      if (i < size)
        add_cell({target.first, normal(target.first, target.second + i)},
                 points);
  }

  void call(std::uint32_t token, std::uint32_t function) {
    CallEnds outer = table_.calls.at(token);
    CallEnds inner = table_.functions.at(function);
    add(nodes_[inner.in.value], Points(nodes_[outer.in.value]));
    add(nodes_[outer.out.value], Points(nodes_[inner.out.value]));
  }

  IdMap<ObjectId, Object> objects_;
  std::vector<Constraint> list_;
  CallTable table_;
  ObjectId outside_;
  NodeId escaped_;
  std::vector<std::vector<std::int64_t>> normals_; // of every offset
  std::map<std::uint32_t, Points> nodes_;
  std::map<Point, Points> contents_;
  static constexpr std::size_t kMostWork = 100'000;
  bool changed_ = false;
  std::size_t work_ = 0;
};

} // namespace wt::pointer::test
