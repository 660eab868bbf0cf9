// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where in the source is this?  File ids belong to one unit (ir/unit.h).

#pragma once

#include "support/id.h"

namespace wt {

using FileId = Id<struct FileTag>;

struct SourcePos {
  FileId file;              // invalid: no position known
  std::uint32_t line = 0;   // from 1
  std::uint32_t column = 0; // from 1, 0: unknown

  bool known() const { return file.valid() && line != 0; }
  auto operator<=>(const SourcePos &) const = default;
};

} // namespace wt
