// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the link targets of a project?
//
// `run` learns from the commands of a build which objects are linked into what
// (build_events.h) and writes it beside the build database, so that a `check`
// of that database knows it too.  An incremental build links only some of the
// targets again: what earlier builds did stays until the same file is linked
// anew.
//
//   {"version": 1, "links": [
//     {"output": "/p/libx.a", "kind": "archive", "inputs": ["/p/x.o"]},
//     {"output": "/p/prog", "kind": "program",
//      "inputs": ["/p/a.o", "/p/libx.a"]}]}
//
// The record of a checkout is untrusted: it only decides between definitions,
// and no file that it names is opened.
//
// Tested by tests/unit/driver/link_record_test.cpp.

#pragma once

#include "driver/link_command.h"
#include "support/result.h"

#include <map>
#include <unordered_map>

namespace wt::driver {

struct LinkStep {
  LinkKind kind = LinkKind::kProgram;
  std::vector<std::string> inputs; // objects, libraries; real names, in order

  bool operator==(const LinkStep &) const = default;
};

using LinkRecord =
    std::map<std::string, LinkStep>; // by real name of the output

// Where the record of a database is.
std::string link_record_of(const std::string &database);

// A missing record is empty; a damaged one is an error.
Result<LinkRecord> read_link_record(const std::string &path);
Status write_link_record(const std::string &path, const LinkRecord &record);

// Names of files without links among their folders, so that files can be
// compared by name.  The files need not exist.
class RealNames {
public:
  std::string operator()(const std::string &absolute);

private:
  std::unordered_map<std::string, std::string> folders_;
};

} // namespace wt::driver
