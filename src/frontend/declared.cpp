// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File names: one index per file however it is spelt; see frontend/declared.h.

#include "frontend/declared.h"

#include "support/path.h"

namespace wt::frontend {

std::string SourceFacts::normalise(const std::string &path) const {
  if (path.empty() || path.front() == '<')
    return path;
  return absolute_path(path, directory_);
}

std::uint32_t SourceFacts::file_index(const std::string &path) {
  auto [spelt, is_new] = by_spelling_.try_emplace(path, 0);
  if (is_new)
    spelt->second =
        by_path_
            .try_emplace(normalise(path),
                         static_cast<std::uint32_t>(by_path_.size()))
            .first->second;
  return spelt->second;
}

} // namespace wt::frontend
