// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shared_ptr and weak_ptr: this as an owner, aliases, casts, parents and
// children, arrays in the wrong owner.

#include "../leak.h"
#include <memory>
#include <vector>

struct Session : std::enable_shared_from_this<Session> {
  int id = 1;
  std::shared_ptr<Session> self() { return shared_from_this(); }
};

// DRIVE: from_this_ok()
int from_this_ok() {
  auto s = std::make_shared<Session>();
  auto t = s->self();
  return t->id;
}

struct Pair {
  int first = 1;
  int second = 2;
};

// DRIVE: alias_ok()
int alias_ok() {
  std::shared_ptr<int> second;
  {
    auto p = std::make_shared<Pair>();
    second = std::shared_ptr<int>(p, &p->second);
  }
  return *second;
}

// DRIVE: nameless_ok()
bool nameless_ok() {
  std::shared_ptr<void> p = std::make_shared<Pair>();
  return p != nullptr;
}

struct Shape {
  virtual ~Shape() {}
};
struct Circle : Shape {
  std::vector<int> points;
  int radius = 1;
};

// DRIVE: cast_ok()
int cast_ok() {
  std::shared_ptr<Shape> s = std::make_shared<Circle>();
  auto c = std::dynamic_pointer_cast<Circle>(s);
  return c ? c->radius : 0;
}

struct Child;
struct Parent {
  std::vector<std::shared_ptr<Child>> children;
};
struct Child {
  std::weak_ptr<Parent> parent;
};

// DRIVE: weak_parent_ok()
size_t weak_parent_ok() {
  auto p = std::make_shared<Parent>();
  auto c = std::make_shared<Child>();
  c->parent = p;
  p->children.push_back(c);
  return p->children.size();
}

struct Link {
  std::shared_ptr<Link> next;
};

// DRIVE: ring_bad()
bool ring_bad() {
  auto a = std::make_shared<Link>(); // LEAK(one-of ring) missed-by(fused): reference counts are not followed
  auto b = std::make_shared<Link>(); // LEAK(one-of ring)
  a->next = b;
  b->next = a;
  return a->next == b;
}

// DRIVE: ring_cut_ok()
bool ring_cut_ok() {
  auto a = std::make_shared<Link>();
  auto b = std::make_shared<Link>();
  a->next = b;
  b->next = a;
  b->next.reset();
  return a->next == b;
}

// DRIVE: chain_ok()
bool chain_ok() {
  auto a = std::make_shared<Link>();
  a->next = std::make_shared<Link>();
  return a->next != nullptr;
}

// DRIVE: unique_array_bad()
int unique_array_bad() {
  std::unique_ptr<int> p(new int[3]{1, 2, 3});
  return *p;
} // MISMATCHED-FREE

// DRIVE: unique_array_ok()
int unique_array_ok() {
  std::unique_ptr<int[]> p(new int[3]{1, 2, 3});
  return p[0];
}

struct CloseFile {
  void operator()(FILE *f) const { fclose(f); }
};
using File = std::unique_ptr<FILE, CloseFile>;

// DRIVE: file_ok("/dev/null")
bool file_ok(const char *name) {
  File f(fopen(name, "r"));
  if (!f)
    return false;
  f.reset(fopen(name, "r"));
  return f != nullptr;
}

// DRIVE: file_released_bad("/dev/null")
bool file_released_bad(const char *name) {
  File f(fopen(name, "r")); // LEAK
  return f.release() != nullptr;
}

// DRIVE: lock_ok()
int lock_ok() {
  std::weak_ptr<int> w;
  {
    auto p = std::make_shared<int>(1);
    w = p;
    if (auto q = w.lock())
      *q = 2;
  }
  return w.expired() ? 0 : 1;
}

// DRIVE: shared_raw_bad()
int shared_raw_bad() {
  auto *p = new std::shared_ptr<int>(std::make_shared<int>(1)); // LEAK(one-of raw)
  return **p;
}
