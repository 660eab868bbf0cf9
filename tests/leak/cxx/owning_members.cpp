// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classes with a pointer that they own: destructors, callers, copies,
// exceptions between new and the hand-over.

#include "../leak.h"
#include <stdexcept>
#include <vector>

struct Text {
  char *data;
  explicit Text(const char *s) : data(strdup(s)) {}
  ~Text() { free(data); }
  Text(const Text &) = delete;
};

// DRIVE: scoped_ok()
void scoped_ok() { Text text("a"); }

// DRIVE: both_bad()
void both_bad() {
  Text text("a");
  free(text.data);
} // DOUBLE-FREE missed-by(contradiction, ownership): a destructor behind a free by hand

// DRIVE: taken_ok()
void taken_ok() {
  Text text("a");
  free(text.data);
  text.data = nullptr;
}

// DRIVE: on_heap_bad()
void on_heap_bad() {
  Text *text = new Text("a"); // LEAK
  text->data[0] = 'b';
}

// DRIVE: on_heap_ok()
void on_heap_ok() {
  Text *text = new Text("a");
  delete text;
}

struct Handle {
  int *value;
  explicit Handle(int n) : value(new int(n)) {}
  ~Handle() { delete value; }
};

// DRIVE: copied_bad()
void copied_bad() {
  Handle first(1);
  Handle second(first);
} // DOUBLE-FREE missed-by(contradiction): the destructor of a copy

// DRIVE: not_copied_ok()
void not_copied_ok() {
  Handle first(1);
  Handle &second = first;
  *second.value = 2;
}

static void check(int n) {
  if (n < 0)
    throw std::runtime_error("negative");
}

// DRIVE: try { thrown_between_bad(-1); } catch (...) {}
int thrown_between_bad(int n) {
  int *p = new int(n); // LEAK missed-by(absint, contradiction): an exception that leaves through a call
  check(n);
  int result = *p;
  delete p;
  return result;
}

// DRIVE: try { thrown_before_ok(-1); } catch (...) {}
int thrown_before_ok(int n) {
  check(n);
  int *p = new int(n);
  int result = *p;
  delete p;
  return result;
}

// DRIVE: try { guarded_ok(-1); } catch (...) {}
int guarded_ok(int n) {
  Handle handle(n);
  check(n);
  return *handle.value;
}

// DRIVE: lent_vector_ok()
void lent_vector_ok() {
  int *p = new int(1);
  std::vector<int *> viewers;
  viewers.push_back(p);
  delete p;
}

// DRIVE: owning_vector_bad()
size_t owning_vector_bad() {
  std::vector<int *> owners;
  owners.push_back(new int(1)); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  owners.push_back(new int(2)); // LEAK missed-by(sat, valueflow, absint, contradiction): what a container keeps is out of danger
  return owners.size();
}

// DRIVE: freed_again_bad()
void freed_again_bad() {
  int *p = new int(1);
  std::vector<int *> owners;
  owners.push_back(p);
  delete p;
  delete p; // DOUBLE-FREE missed-by(absint, contradiction): freed again by hand
}
