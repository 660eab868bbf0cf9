// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which handler catches what is thrown: the first whose type fits.

#include "../leak.h"
#include <stdexcept>

struct Problem {
  int code;
};
struct Fatal : Problem {};

static void sometimes(int n) {
  if (n)
    throw std::runtime_error("n");
}
static void fatal(int n) {
  if (n)
    throw Fatal{{n}};
}
static void number(int n) {
  if (n)
    throw n;
}

// DRIVE: same_type_ok(1)
int same_type_ok(int n) {
  int *p = new int(n);
  try {
    sometimes(n);
  } catch (const std::runtime_error &) {
  }
  delete p;
  return n;
}

// DRIVE: base_type_ok(1)
int base_type_ok(int n) {
  int *p = new int(n);
  try {
    sometimes(n);
  } catch (const std::exception &) {
  }
  delete p;
  return n;
}

// DRIVE: own_base_ok(1)
int own_base_ok(int n) {
  int *p = new int(n);
  try {
    fatal(n);
  } catch (const Problem &) {
  }
  delete p;
  return n;
}

// DRIVE: other_type_bad(1)
int other_type_bad(int n) {
  int *p = new int(n); // LEAK
  try {
    number(n);
  } catch (const std::exception &) {
  }
  delete p;
  return n;
}

// DRIVE: derived_only_bad(1)
int derived_only_bad(int n) {
  int *p = new int(n); // LEAK
  try {
    if (n)
      throw Problem{n};
  } catch (const Fatal &) {
  }
  delete p;
  return n;
}

// DRIVE: by_value_ok(1)
int by_value_ok(int n) {
  int *p = new int(n);
  try {
    number(n);
  } catch (int code) {
    n = -code;
  }
  delete p;
  return n;
}

// DRIVE: right_handler_ok(1)
int right_handler_ok(int n) {
  int *p = new int(n);
  try {
    number(n);
  } catch (const std::exception &) {
    return -1; // not for numbers
  } catch (int) {
    n = 0;
  }
  delete p;
  return n;
}

// DRIVE: right_handler_bad(1)
int right_handler_bad(int n) {
  int *p = new int(n); // LEAK
  try {
    sometimes(n);
  } catch (const std::exception &) {
    return -1;
  } catch (int) {
    n = 0;
  }
  delete p;
  return n;
}

static int never(int n) noexcept {
  sometimes(n); // ends the program rather than the call
  return n;
}

// DRIVE: never_throws_ok(0)
int never_throws_ok(int n) {
  int *p = new int(n);
  n += never(n);
  delete p;
  return n;
}

static int swallows(int n) {
  try {
    sometimes(n);
  } catch (...) {
    return -1;
  }
  return n;
}

// DRIVE: swallowed_ok(1)
int swallowed_ok(int n) {
  int *p = new int(n);
  n += swallows(n);
  delete p;
  return n;
}
