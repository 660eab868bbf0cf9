// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker program: reads compile requests on standard input, answers each
// on standard output (frontend/wire.h), until the input ends.  Executed by
// worker_pool.cpp; not meant for people.

#include "frontend/compile.h"
#include "frontend/wire.h"
#include "ir/binary.h"
#include "ir/normalise.h"

#include <llvm/Support/ErrorHandling.h>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <new>
#include <unistd.h>

namespace {

using namespace wt;

// False at the end of the input.
bool read_message(int in, frontend::Message &message) {
  frontend::MessageReader reader;
  while (!reader.is_complete() && !reader.is_damaged()) {
    char chunk[65536];
    ssize_t n = read(in, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    // The next request comes only after the answer to this one.
    reader.feed({chunk, static_cast<std::size_t>(n)});
  }
  if (reader.is_damaged())
    return false;
  message = reader.take();
  return true;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

// Both end the process at once, without Clang's crash report: the tool knows
// the status, and asks a fresh worker.
[[noreturn]] void out_of_memory() { _exit(frontend::kOutOfMemoryStatus); }
void on_bad_allocation(void *, const char *, bool) { out_of_memory(); }
void on_fatal_error(void *, const char *, bool) {
  _exit(frontend::kFatalErrorStatus);
}

frontend::Message answer(const frontend::Message &request) {
  std::size_t texts =
      request.size() < 4 ? 0 : std::strtoul(request[3].c_str(), nullptr, 10);
  if (request.size() < 4 || texts > (request.size() - 4) / 2)
    return {"", "error: the request is damaged"};
  if (chdir(request[0].c_str()) != 0)
    return {"", "error: cannot enter the folder of this compilation: " +
                    request[0]};
  // Clang names the current folder by this variable where it is right.
  setenv("PWD", request[0].c_str(), /*overwrite=*/1);
  std::map<std::string, std::string> instead;
  for (std::size_t i = 0; i < texts; ++i)
    instead.emplace(request[4 + 2 * i], request[5 + 2 * i]);
  frontend::CompileResult result = frontend::compile(
      request[0], request[1],
      {request.begin() + static_cast<long>(4 + 2 * texts), request.end()},
      request[2] == "c++", instead);
  frontend::Message reply{"", std::move(result.diagnostics)};
  if (result.unit) {
    ir::normalise(*result.unit);
    reply[0] = ir::write_unit(*result.unit);
  }
  reply.insert(reply.end(), result.inputs.begin(), result.inputs.end());
  reply.push_back("");
  reply.insert(reply.end(), result.absent.begin(), result.absent.end());
  return reply;
}

} // namespace

int main() {
  std::set_new_handler(out_of_memory);
  llvm::install_bad_alloc_error_handler(on_bad_allocation);
  llvm::install_fatal_error_handler(on_fatal_error);
  // The conversation moves to other descriptors: what Clang might print must
  // not mix with replies, nor a source that includes /dev/stdin read requests.
  int in = dup(STDIN_FILENO);
  int out = dup(STDOUT_FILENO);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  frontend::Message request;
  while (read_message(in, request))
    if (!write_all(out, frontend::pack(answer(request))))
      return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
