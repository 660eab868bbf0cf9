// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which results of earlier runs still hold?
//
// A Task is something that is computed from facts: the verdicts of an engine
// about a function, say.  A page holds the tasks of one unit: for each its
// result, and which facts were read with which digests.  A result is given out
// if all of them are the same again, and then nothing is computed.
//
//   page of src/list.c
//     names   list_add, malloc, the_list, ...     in the order of their ids
//     facts   body of list_add = 4f1c..., behaviour of malloc = 09ab..., ...
//     tasks   sat on list_add: facts 0, 3, 4; bytes
//
// An analysis may depend on the order of ids, so a page is of use only if its
// names are in the same order as before.  Ids themselves may change.
//
// A page is written again if something on it is new.  What the run did not ask
// for (a function that is gone) is then left out.  Pages have a version and a
// checksum; a page that is damaged is not there.
//
// What it does not do: decide whether all reads were noted (support/reads.h).
//
// Tested by tests/unit/memo/notebook_test.cpp.

#pragma once

#include "memo/fact_digests.h"
#include "program/id_bytes.h"

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace wt::memo {

// Where pages are kept between runs.
class Shelf {
public:
  virtual ~Shelf() = default;
  virtual std::optional<std::string> get(const Digest &key) = 0;
  virtual void put(const Digest &key, std::string page) = 0;
};

struct Task {
  UnitId home;
  Digest key; // tells it from all other tasks of the unit
  Eyes eyes = Eyes::kNormal;
};

// A fact as it was when it was read; no digest: the result cannot be kept.
struct Seen {
  Read read;
  std::optional<Digest> digest;
};

class Notebook {
public:
  using Resolve = std::function<std::optional<Digest>(const Read &)>;
  // False: it does not hold after all.
  using Reader = std::function<bool(ByteReader &, const IdReader &)>;
  using Writer = std::function<void(ByteWriter &, IdWriter &)>;

  // `common`: all that every result depends on.
  Notebook(const Program &program, const Names &names, Shelf &shelf,
           const Digest &common);
  ~Notebook();

  // The result of the task, if it holds; else false.  From any thread, each
  // task once.
  bool find(const Task &task, const Resolve &resolve, const Reader &read);
  // It was computed.  `write` is called by save().
  void keep(const Task &task, std::vector<Seen> seen, Writer write);
  // Writes the pages on which something is new.
  void save();

  std::size_t found() const { return found_; }
  std::size_t computed() const { return computed_; }

private:
  struct Page;
  struct New;
  class TableWriter;

  Digest key_of(UnitId unit) const;
  std::string write_page(UnitId unit);

  const Program &program_;
  const Names &names_;
  Shelf &shelf_;
  Digest common_;
  IdMap<UnitId, std::unique_ptr<Page>> pages_; // null: none
  std::mutex mutex_;                           // of new_
  std::map<UnitId, std::vector<New>> new_;
  std::atomic<std::size_t> found_ = 0, computed_ = 0;
};

} // namespace wt::memo
