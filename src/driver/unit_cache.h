// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How do captured units come back in the next run?
//
// The front end asks a UnitCache; this one answers from the Store.  A unit is
// stored under everything that decides what Clang makes of its inputs: the job,
// the version of the front end and the environment; and it is used while those
// inputs are unchanged (store/inputs.h).
//
// Tested by tests/unit/driver/unit_cache_test.cpp.

#pragma once

#include "driver/function_index.h"
#include "frontend/frontend.h"
#include "store/inputs.h"
#include "store/store.h"

#include <set>
#include <unordered_map>

namespace wt::driver {

class StoredUnits : public frontend::UnitCache {
public:
  explicit StoredUnits(Store &store);

  std::optional<std::string> find(const frontend::CompileJob &job) override;
  void put(const frontend::CompileJob &job, std::string_view bytes,
           const frontend::Inputs &inputs) override;
  std::int64_t now() const override { return InputCheck::now(); }

  // What distinguishes the unit that find() would give, or that was put in this
  // run, from every other in the store.  Nullopt: there is none.
  std::optional<Digest> identity(const frontend::CompileJob &job);

  // Is there one, made from none of these files?  Absolute paths.
  bool reads_none_of(const frontend::CompileJob &job,
                     const std::set<std::string> &files);

  // The index of the unit that find() would give, without reading that.
  std::optional<UnitIndex> index(const frontend::CompileJob &job);

private:
  Digest key_of(const frontend::CompileJob &job) const;
  std::optional<StoredUnit> unchanged(const Digest &key);

  Store &store_;
  InputCheck inputs_;
  std::string maker_; // what made the unit, and where it looks for headers
  std::unordered_map<Digest, Digest> identities_; // by key, of this run
};

} // namespace wt::driver
