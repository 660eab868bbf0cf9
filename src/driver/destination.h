// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does which format go?
//
// --format may be repeated and may name a path; -o names the path of a single
// one; what has no path or the path `-` goes to stdout, and that can be one
// format only.  A file is written under another name beside its place and
// renamed when it is complete; that it can be written is found out before the
// analysis starts.
//
// Tested by tests/unit/driver/options_test.cpp.

#pragma once

#include "driver/options.h"

#include <string>
#include <vector>

namespace wt::driver {

enum class Format : std::uint8_t { kText, kJson, kSarif, kHtml };

struct Destination {
  Format format = Format::kText;
  std::string path; // "": stdout
};

// From --format and --output.
Result<std::vector<Destination>> destinations(const Options &options);

// Would writing one replace the other?  Devices take both.
bool is_same_file(const std::string &a, const std::string &b);

// A file that appears all at once, or not at all.  A link of that name is
// replaced, not followed: in a project's folder it may lead anywhere.
class AtomicFile {
public:
  static Result<AtomicFile> create(const std::string &path);
  // What the user names: the file behind a link, or an open descriptor
  // (/dev/stdout), is written.
  static Result<AtomicFile> create_behind_links(const std::string &path);
  ~AtomicFile(); // takes an unfinished file away
  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(AtomicFile &&) = delete;

  Status write(const std::string &text); // and put it in its place

private:
  AtomicFile(std::string path, std::string temporary, int descriptor)
      : path_(std::move(path)), temporary_(std::move(temporary)),
        descriptor_(descriptor) {}

  std::string path_, temporary_;
  int descriptor_ = -1;
};

// All of `text`; a closed pipe is no error.
Status write_all(int descriptor, const std::string &text,
                 const std::string &name);

} // namespace wt::driver
