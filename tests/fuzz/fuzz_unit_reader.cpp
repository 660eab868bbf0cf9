// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can any bytes harm the reader of stored units, or whoever gets its result?
//
// The bytes are read as a file and as a payload, which has no checksum to get
// past.  A unit that is accepted must be writable, printable and verifiable,
// and writing must be stable.

#include "ir/binary.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <cstdlib>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  using namespace wt::ir;
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  (void)read_unit(bytes);
  wt::Result<Unit> unit = read_payload(bytes);
  if (!unit)
    return 0;
  verify(*unit);
  std::ostringstream text;
  print(text, *unit);
  std::string written = write_unit(*unit);
  wt::Result<Unit> again = read_unit(written);
  if (!again || write_unit(*again) != written)
    std::abort();
  return 0;
}
