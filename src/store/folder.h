// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// May we write into this folder of somebody's checkout?
//
// A checkout is untrusted: its `.watertight` could be a link to a folder of
// the user's, or hold a database that is a link to a file of the user's.  So
// the folder and all files in it must be real ones; links are refused, soft
// and hard.  Folders above are the user's choice and may be links.
//
// Tested by tests/unit/store/open_test.cpp.

#pragma once

#include "support/result.h"

#include <string>

namespace wt {

class StoreFolder {
public:
  // Makes the folder (mode 0700) when it is missing, but no parents.
  static Result<StoreFolder> open(const std::string &path);
  ~StoreFolder();
  StoreFolder(StoreFolder &&other) noexcept;
  StoreFolder &operator=(StoreFolder &&other) noexcept;

  // Without symbolic links, as SQLite demands.
  std::string database_path() const { return path_ + "/store.sqlite"; }
  Status check_files() const; // only plain files where ours will be
  void remove_database() const;

  // Held while the database is opened, checked or rebuilt: only one process
  // at a time does so.  Released by the destructor or by the kernel.
  class Lock {
  public:
    explicit Lock(int file) : file_(file) {}
    ~Lock();
    Lock(Lock &&other) noexcept;
    Lock &operator=(Lock &&) = delete;

  private:
    int file_;
  };
  Result<Lock> lock() const;

private:
  StoreFolder(std::string path, int folder)
      : path_(std::move(path)), folder_(folder) {}

  std::string path_;
  int folder_ = -1;
};

} // namespace wt
