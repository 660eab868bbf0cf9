// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and making the key: see user_key.h.

#include "store/user_key.h"

#include "support/read_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wt {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLeastSecret = 16; // characters
constexpr const char *kVariable = "WATERTIGHT_STORE_KEY";
constexpr const char *kFileVariable = "WATERTIGHT_STORE_KEY_FILE";

std::unexpected<Error> fail_errno(const std::string &path) {
  return fail(std::string("cannot keep the key of stored results: ") +
                  std::strerror(errno),
              path);
}

Result<StoreKey> key_of(std::string secret, const std::string &where) {
  while (!secret.empty() && std::strchr(" \t\r\n", secret.back()))
    secret.pop_back();
  if (secret.size() < kLeastSecret)
    return fail("the key of stored results needs 16 characters at least",
                where);
  std::string digest = KeyedDigest({}).add(secret).finish();
  StoreKey key;
  std::memcpy(&key.first, digest.data(), sizeof key.first);
  std::memcpy(&key.second, digest.data() + 8, sizeof key.second);
  return key;
}

// "/home/me/.config/watertight"
std::string
key_folder(const std::function<const char *(const char *name)> &environment) {
  const char *config = environment("XDG_CONFIG_HOME");
  if (config && *config == '/')
    return std::string(config) + "/watertight";
  const char *home = environment("HOME");
  if (!home || *home != '/') {
    const passwd *user = getpwuid(geteuid());
    home = user ? user->pw_dir : nullptr;
  }
  return home ? std::string(home) + "/.config/watertight" : "";
}

Result<StoreKey> read_key(const std::string &path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return fail_errno(path);
  if (info.st_uid != geteuid() || (info.st_mode & 077))
    return fail("the key of stored results must belong to you and be readable "
                "by you alone (chmod 600)",
                path);
  Result<std::string> text = read_file(path, "the key of stored results");
  if (!text)
    return std::unexpected(text.error());
  return key_of(std::move(*text), path);
}

// Complete or not there: another process may make it at the same time, and
// then its key is the one.
Status make_key(const std::string &folder, const std::string &path) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  unsigned char random[32];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return fail_errno(path);
  std::string text;
  for (unsigned char byte : random)
    for (int half : {byte >> 4, byte & 15})
      text += "0123456789abcdef"[half];
  text += '\n';
  std::string temporary = path + ".XXXXXX";
  int file = mkostemp(temporary.data(), O_CLOEXEC); // mode 0600
  if (file < 0)
    return fail_errno(path);
  bool is_written = write(file, text.data(), text.size()) ==
                        static_cast<ssize_t>(text.size()) &&
                    fsync(file) == 0;
  int why = errno;
  close(file);
  bool is_made = is_written && link(temporary.c_str(), path.c_str()) == 0;
  if (is_written && !is_made)
    why = errno;
  unlink(temporary.c_str());
  errno = why;
  if (!is_made && why != EEXIST)
    return fail_errno(path);
  return {};
}

} // namespace

Result<StoreKey>
user_key(const std::function<const char *(const char *name)> &environment) {
  if (const char *secret = environment(kVariable); secret && *secret)
    return key_of(secret, kVariable);
  if (const char *named = environment(kFileVariable); named && *named) {
    Result<std::string> text = read_file(named, "the key of stored results");
    if (!text)
      return std::unexpected(text.error());
    return key_of(std::move(*text), named);
  }
  std::string folder = key_folder(environment);
  if (folder.empty())
    return fail("there is no home folder for the key of stored results; set " +
                std::string(kVariable));
  std::string path = folder + "/store.key";
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    if (Status made = make_key(folder, path); !made)
      return std::unexpected(made.error());
  return read_key(path);
}

} // namespace wt
