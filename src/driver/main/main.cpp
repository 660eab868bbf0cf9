// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does the program start?  Reads the command line and runs the command;
// driver/pipeline.cpp is the first file to read.

#include "driver/engines.h"
#include "driver/pipeline.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

// A caller may have closed the standard streams.  Without them a file of ours
// would take their numbers.  They are opened for reading only, so that a report
// to a closed standard output fails instead of getting lost.
void open_standard_streams() {
  int fd = open("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO)
    fd = open("/dev/null", O_RDONLY);
  if (fd >= 0)
    close(fd);
}

} // namespace

int main(int argc, char **argv) {
  open_standard_streams();
  return wt::driver::run(argc, argv, wt::driver::engine_table());
}
