// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What does one command of a build put together, and from what?
//
//   cc -o prog a.o b.c -Llib -lx     prog, of a.o, b.c and libx
//   ld -r -o all.o a.o b.o           all.o, of a.o and b.o
//   ar rcs libx.a x.o y.o            libx.a, of x.o and y.o
//   ar x libx.a                      copies of its members
//
// Only the words are read, as the compilers, linkers and archivers that are in
// use on Unix understand them; response files are opened, nothing else is.  A
// command that is none of these, or that compiles only, links nothing.
//
// Not understood: members taken out of an archive, scripts of linkers and
// archivers, options that are passed through (-Wl,x.o), files that are moved
// afterwards, response files that the build has deleted.
//
// Tested by tests/unit/driver/link_command_test.cpp.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wt::driver {

enum class LinkKind : unsigned char {
  kProgram,
  kShared,  // a shared library
  kArchive, // a static library: more members may be added later
  kObject,  // several objects as one
};

struct LinkCommand {
  LinkKind kind = LinkKind::kProgram;
  std::string output; // absolute
  // In order.  Each is one file, or for -lx all the files it may stand for,
  // the likeliest first; absolute.
  std::vector<std::vector<std::string>> inputs;
  bool is_extraction = false; // `output` is a folder that gets the members of
                              // the archive that is the only input
};

// Could a program of that name link?  Cheap; says yes to ancestors of linkers
// too, for which link_command() has no answer.
bool is_link_tool(std::string_view program);

// `words` without the program itself.
std::optional<LinkCommand> link_command(std::string_view program,
                                        std::span<const std::string> words,
                                        const std::string &directory);

} // namespace wt::driver
