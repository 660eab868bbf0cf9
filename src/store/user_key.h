// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With which key do we mark what we store?
//
// With the user's own: a file in the configuration folder, made on first use
// and readable by its owner only.  A store that lies in a checkout was made by
// somebody else unless it carries digests under this key.  Machines that share
// a store (caches of continuous integration) share a key instead:
//
//   WATERTIGHT_STORE_KEY        the secret itself, of 16 characters at least
//   WATERTIGHT_STORE_KEY_FILE   a file that holds it
//
// No setting of a project can name a key.
//
// Tested by tests/unit/store/key_test.cpp.

#pragma once

#include "store/keyed_digest.h"
#include "support/result.h"

#include <functional>

namespace wt {

// `environment` gives the value of a variable, or null.
Result<StoreKey>
user_key(const std::function<const char *(const char *name)> &environment);

} // namespace wt
