// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is an object folded?  Each remainder gets a new location, which stands
// for all old ones from then on; their contents are reported as the same.  It
// must be a new id: sets that hold an old one have not been shown where the
// new one leads.
//
// Tested by tests/unit/pointer/solver_*_test.cpp.

#include "pointer/cells.h"

#include <algorithm>

namespace wt::pointer {

void Cells::sync() {
  const IdMap<ObjectId, Object> &objects = constraints_.objects();
  for (std::size_t i = offsets_.size(); i < objects.size(); ++i) {
    offsets_.push(Offsets(objects[ObjectId(i)]));
    by_object_.push({});
  }
}

LocationId Cells::get(ObjectId object, std::uint32_t offset) {
  std::vector<LocationId> &own = by_object_[object];
  auto at = std::lower_bound(own.begin(), own.end(), offset,
                             [&](LocationId id, std::uint32_t wanted) {
                               return locations_[id].offset < wanted;
                             });
  if (at != own.end() && locations_[*at].offset == offset)
    return *at;
  if (own.size() >= most_) {
    fold(object, 1);
    return get(object, 0);
  }
  LocationId id = add({object, offset}, constraints_.add_node());
  own.insert(at, id);
  made.push_back(id);
  return id;
}

void Cells::fold(ObjectId object, std::uint32_t modulus) {
  folded_objects_ += offsets_[object].fold() == 0;
  offsets_[object].set_fold(modulus);
  std::vector<LocationId> kept;
  for (LocationId id : by_object_[object]) {
    std::uint32_t offset = locations_[id].offset % modulus;
    auto at = std::ranges::lower_bound(kept, offset, {}, [&](LocationId other) {
      return locations_[other].offset;
    });
    if (at == kept.end() || locations_[*at].offset != offset)
      at = kept.insert(at, add({object, offset}, contents_[id]));
    else
      same.push_back({contents_[*at], contents_[id]});
    aliases_[id] = *at;
  }
  by_object_[object] = std::move(kept);
  folded.push_back(object);
}

LocationId Cells::add(Location location, NodeId contents) {
  LocationId id = locations_.push(location);
  aliases_.push(id);
  contents_.push(contents);
  return id;
}

} // namespace wt::pointer
