// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can any text harm the parser, and is what it accepts printed so that it
// reads back?  A unit without shape errors must also pass through the binary
// form unchanged.

#include "ir/binary.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <cstdlib>
#include <sstream>

static std::string text_of(const wt::ir::Unit &unit) {
  std::ostringstream out;
  print(out, unit);
  return out.str();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  using namespace wt::ir;
  std::string_view input(reinterpret_cast<const char *>(data), size);
  wt::Result<Unit> unit = parse_unit(input, "fuzz");
  if (!unit)
    return 0;
  verify(*unit);
  std::string text = text_of(*unit);
  wt::Result<Unit> again = parse_unit(text, "fuzz");
  if (!again || text_of(*again) != text)
    std::abort();
  if (first_shape_error(*unit))
    return 0;
  wt::Result<Unit> stored = read_unit(write_unit(*unit));
  if (!stored || text_of(*stored) != text)
    std::abort();
  return 0;
}
