// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// optional, variant, any, function, pair and tuple, with pointers or owners in
// them.

#include "../leak.h"
#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

// DRIVE: optional_owner_ok()
int optional_owner_ok() {
  std::optional<std::unique_ptr<int>> o;
  o = std::make_unique<int>(1);
  return **o;
}

// DRIVE: optional_raw_bad()
bool optional_raw_bad() {
  std::optional<int *> o;
  o = new int(1); // LEAK
  return o.has_value();
}

// DRIVE: optional_raw_ok()
void optional_raw_ok() {
  std::optional<int *> o = new int(1);
  delete *o;
}

// DRIVE: optional_reset_bad()
void optional_reset_bad() {
  std::optional<int *> o = new int(1); // LEAK
  o.reset();
}

// DRIVE: variant_owner_ok(1)
bool variant_owner_ok(int n) {
  std::variant<int, std::unique_ptr<int>> v = n;
  v = std::make_unique<int>(n);
  v = n;
  return v.index() == 0;
}

// DRIVE: variant_raw_bad(1)
bool variant_raw_bad(int n) {
  std::variant<int, char *> v = n;
  v = strdup("a"); // LEAK
  v = n;
  return v.index() == 0;
}

// DRIVE: variant_raw_ok()
void variant_raw_ok() {
  std::variant<int, char *> v = strdup("a");
  if (char **s = std::get_if<char *>(&v))
    free(*s);
}

// DRIVE: any_owner_ok()
bool any_owner_ok() {
  std::any a = std::make_shared<int>(1);
  return a.has_value();
}

// DRIVE: any_raw_bad()
bool any_raw_bad() {
  std::any a = new int(1); // LEAK
  return a.has_value();
}

// DRIVE: any_raw_ok()
void any_raw_ok() {
  std::any a = new int(1);
  delete *std::any_cast<int *>(&a);
}

// DRIVE: captured_bad()
int captured_bad() {
  int *p = new int(1); // LEAK
  std::function<int()> f = [p] { return *p; };
  return f();
}

// DRIVE: captured_ok()
int captured_ok() {
  int *p = new int(1);
  std::function<int()> f = [p] { return *p; };
  int n = f();
  delete p;
  return n;
}

// DRIVE: captured_and_deleted_ok()
void captured_and_deleted_ok() {
  int *p = new int(1);
  std::function<void()> f = [p] { delete p; };
  f();
}

// DRIVE: captured_owner_ok()
int captured_owner_ok() {
  std::shared_ptr<int> p(new int(1));
  std::function<int()> f = [p] { return *p; };
  return f();
}

// DRIVE: pair_bad()
int pair_bad() {
  std::pair<int, int *> p(1, new int(2)); // LEAK
  return p.first + *p.second;
}

// DRIVE: pair_ok()
int pair_ok() {
  auto p = std::make_pair(1, new int(2));
  int n = p.first + *p.second;
  delete p.second;
  return n;
}

static std::pair<bool, char *> made(const char *s) {
  char *copy = strdup(s);
  return {copy != nullptr, copy};
}

// DRIVE: returned_pair_ok("a")
bool returned_pair_ok(const char *s) {
  auto [ok, text] = made(s);
  free(text);
  return ok;
}

// DRIVE: returned_pair_bad("a")
bool returned_pair_bad(const char *s) {
  auto [ok, text] = made(s); // LEAK
  return ok;
}

// DRIVE: tuple_bad()
int tuple_bad() {
  auto t = std::make_tuple(1, new int(2)); // LEAK
  return std::get<0>(t);
}

// DRIVE: tuple_ok()
int tuple_ok() {
  std::tuple<int, std::unique_ptr<int>> t(1, new int(2));
  return *std::get<1>(t);
}
