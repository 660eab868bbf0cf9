// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does an editor show findings?
//
// `watertight lsp` speaks the Language Server Protocol over standard input and
// output.  When a file is opened or saved, the program that it belongs to is
// analysed (what did not change comes from the store), and the findings of the
// open files are published, each with its path as related information.  For a
// finding under the cursor there are actions: the change that was found to mend
// it, and a comment that hides it.
//
// Text that is not saved yet is not analysed.
//
// Tested by tests/cli/test_lsp.py.

#pragma once

#include "finding/finding.h"

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace wt::driver {

// What the server asks the rest of the tool.
struct EditorQuestions {
  // The findings to show of the program that the file belongs to.
  std::function<std::vector<Finding>(const std::string &file)> analyse;
  // A fix for one of them; nullopt: none is right.
  std::function<std::optional<Fix>(const std::string &fingerprint)> mend;
};

// Until the editor says `exit` or goes away.  Gives the exit status.
int serve_editor(std::FILE *in, std::FILE *out,
                 const EditorQuestions &questions);

} // namespace wt::driver
