// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions that nothing can cause, and noexcept.

#include "../leak.h"
#include <stdexcept>
#include <string>
#include <vector>

// DRIVE: last_ok(std::string("a,b")); last_ok(std::string("abc"))
int last_ok(std::string text) {
  int *p = new int(1);
  if (text.size() > 0) {
    auto comma = text.find(',');
    if (comma != std::string::npos && comma > 0)
      text.erase(text.begin() + (long)comma, text.end());
    *p = text.at(text.size() - 1);
  }
  int n = *p;
  delete p;
  return n;
}

// DRIVE: try { last_bad(""); } catch (...) {}
int last_bad(const std::string &text) {
  int *p = new int(1); // LEAK
  *p = text.at(text.size() - 1);
  int n = *p;
  delete p;
  return n;
}

// DRIVE: from_behind_ok(std::string("abc"))
int from_behind_ok(const std::string &text) {
  int *p = new int(0);
  size_t i = 0;
  while (i < text.size() && (text.at(text.size() - i - 1) & 0xc0) == 0x80)
    ++i;
  *p = (int)i;
  int n = *p;
  delete p;
  return n;
}

// A length that was put into an int is no error number.
static int decode(const std::string &text, char **out) {
  if (text.empty()) {
    *out = nullptr;
    return 0;
  }
  int length = (int)text.size();
  *out = (char *)malloc((size_t)length);
  if (!*out)
    return -1;
  memcpy(*out, text.data(), (size_t)length);
  return length;
}

// DRIVE: decoded_ok("abc"); decoded_ok("")
int decoded_ok(const std::string &text) {
  char *out;
  int n = decode(text, &out);
  if (n == -1)
    return -1;
  free(out);
  return n;
}

// DRIVE: decoded_bad("abc")
int decoded_bad(const std::string &text) {
  char *out;
  int n = decode(text, &out); // LEAK
  if (n < 3)
    free(out);
  return n;
}

static int elements(const std::vector<int> &v, int **out) {
  *out = new int[v.size() + 1];
  return (int)v.size();
}

// DRIVE: counted_ok({1, 2})
int counted_ok(const std::vector<int> &v) {
  int *out;
  int n = elements(v, &out);
  if (n < 0)
    return -1;
  delete[] out;
  return n;
}

static int checked(int n) noexcept {
  if (n < 0)
    throw std::runtime_error("negative"); // ends the process
  return n;
}

// DRIVE: noexcept_ok(1)
int noexcept_ok(int n) {
  int *p = new int(n);
  int m = checked(n) + *p;
  delete p;
  return m;
}

class Checked {
public:
  explicit Checked(int n) : value_(n) {
    if (n > 8)
      throw std::out_of_range("too large");
  }
  int value() const { return value_; }

private:
  int value_;
};

// DRIVE: small_ok()
int small_ok() {
  int *p = new int(1);
  Checked c(3);
  int n = c.value() + *p;
  delete p;
  return n;
}

// DRIVE: try { any_bad(9); } catch (...) {}
int any_bad(int n) {
  int *p = new int(1); // LEAK
  Checked c(n);
  int m = c.value() + *p;
  delete p;
  return m;
}

// DRIVE: swallowed_ok(9); swallowed_ok(1)
int swallowed_ok(int n) {
  int *p = new int(1);
  int m = 0;
  try {
    m = Checked(n).value();
  } catch (const std::exception &) {
    m = -1;
  }
  m += *p;
  delete p;
  return m;
}
