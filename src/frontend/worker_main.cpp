// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker program: reads compile requests on standard input, answers each
// on standard output (frontend/wire.h), until the input ends.  Executed by
// worker_pool.cpp; not meant for people.

#include "frontend/compile.h"
#include "frontend/wire.h"
#include "ir/binary.h"
#include "ir/normalise.h"

#include <cstdlib>
#include <unistd.h>

namespace {

using namespace wt;

// False at the end of the input.
bool read_message(std::string &buffer, frontend::Message &message) {
  for (;;) {
    std::size_t used = 0;
    if (auto parsed = frontend::unpack(buffer, used)) {
      message = std::move(*parsed);
      buffer.erase(0, used);
      return true;
    }
    char chunk[65536];
    ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
    if (n <= 0)
      return false;
    buffer.append(chunk, static_cast<std::size_t>(n));
  }
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

frontend::Message answer(const frontend::Message &request) {
  if (request.size() < 3 || chdir(request[0].c_str()) != 0)
    return {"", "error: cannot enter the folder of this compilation: " +
                    (request.empty() ? "" : request[0])};
  frontend::CompileResult result =
      frontend::compile(request[0], request[1],
                        {request.begin() + 3, request.end()},
                        request[2] == "c++");
  frontend::Message reply{"", std::move(result.diagnostics)};
  if (result.unit) {
    ir::normalise(*result.unit);
    reply[0] = ir::write_unit(*result.unit);
  }
  reply.insert(reply.end(), result.inputs.begin(), result.inputs.end());
  return reply;
}

} // namespace

int main() {
  // Replies go to the real standard output; whatever Clang might print does not.
  int out = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  std::string buffer;
  frontend::Message request;
  while (read_message(buffer, request))
    if (!write_all(out, frontend::pack(answer(request))))
      return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
