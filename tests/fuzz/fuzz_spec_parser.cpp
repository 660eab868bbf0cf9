// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are safe as a specification: they are refused with a message, or
// they parse, and then the print of the tree parses to the same tree and can
// be lowered without harm.

#include "model/models.h"
#include "model/spec_parser.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  using namespace wt::model;
  std::string_view text(reinterpret_cast<const char *>(data), size);
  wt::Result<SpecFile> file = parse_spec(text, "fuzz.spec");
  if (!file) {
    if (file.error().message.empty() || file.error().line == 0)
      std::abort();
    return 0;
  }
  wt::Result<SpecFile> again = parse_spec(print(*file), "fuzz.spec");
  if (!again || *again != *file)
    std::abort();
  ModelSetBuilder builder;
  if (builder.add_spec(text, "fuzz.spec"))
    (void)builder.build()->find("f", "f");
  return 0;
}
