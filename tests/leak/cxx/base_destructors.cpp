// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deleting through a base: virtual destructors, missing ones, bases at an
// offset, arrays.

#include "../leak.h"
#include <memory>
#include <vector>

struct Plain { // no virtual destructor
  int kind = 1;
};
struct Named : Plain {
  char *name;
  Named() : name(strdup("a")) {} // LEAK(one-of plain)
  Named(const Named &) = delete;
  ~Named() { free(name); }
};

// DRIVE: through_plain_bad()
void through_plain_bad() {
  Plain *p = new Named; // LEAK(one-of plain)
  delete p;
}

// DRIVE: through_own_type_ok()
void through_own_type_ok() {
  Named *p = new Named;
  delete p;
}

// DRIVE: shared_remembers_ok()
int shared_remembers_ok() {
  std::shared_ptr<Plain> p = std::make_shared<Named>();
  return p->kind;
}

// DRIVE: unique_forgets_bad()
int unique_forgets_bad() {
  std::unique_ptr<Plain> p = std::make_unique<Named>(); // LEAK(one-of plain)
  return p->kind;
}

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const { return 0; }
};
struct Polygon : Shape {
  int *corners_;
  explicit Polygon(int n) : corners_(new int(n)) {} // LEAK(one-of array)
  Polygon(const Polygon &) = delete;
  ~Polygon() override { delete corners_; }
  int corners() const override { return *corners_; }
};

// DRIVE: virtual_ok(3)
int virtual_ok(int n) {
  Shape *s = n ? new Polygon(n) : new Shape;
  n = s->corners();
  delete s;
  return n;
}

// DRIVE: in_vector_ok(3)
size_t in_vector_ok(int n) {
  std::vector<std::unique_ptr<Shape>> all;
  all.push_back(std::make_unique<Polygon>(n));
  all.emplace_back(new Shape);
  return all.size();
}

struct Counter {
  virtual ~Counter() = default;
  int count = 0;
};
struct Both : Shape, Counter {
  char *text = strdup("a"); // LEAK(one-of both)
  Both() = default;
  Both(const Both &) = delete;
  ~Both() override { free(text); }
};

// DRIVE: second_base_ok()
void second_base_ok() {
  Counter *c = new Both;
  delete c;
}

// DRIVE: second_base_bad()
int second_base_bad() {
  Counter *c = new Both; // LEAK(one-of both)
  return c->count;
}

// DRIVE: array_ok(2)
void array_ok(int n) {
  Polygon *p = new Polygon[2]{Polygon(n), Polygon(n)};
  delete[] p;
}

// DRIVE: array_bad(2)
int array_bad(int n) {
  Polygon *p = new Polygon[2]{Polygon(n), Polygon(n)}; // LEAK(one-of array)
  return p->corners();
}

struct Cast : Shape {
  FILE *file = nullptr;
  ~Cast() override {
    if (file)
      fclose(file);
  }
};

// DRIVE: Cast c; cast_ok(&c, "/dev/null")
bool cast_ok(Shape *s, const char *name) {
  FILE *f = fopen(name, "r");
  if (auto *c = dynamic_cast<Cast *>(s)) {
    c->file = f;
    return true;
  }
  if (f)
    fclose(f);
  return false;
}

// DRIVE: Polygon p(3); cast_bad(&p, "/dev/null")
bool cast_bad(Shape *s, const char *name) {
  FILE *f = fopen(name, "r"); // LEAK
  if (auto *c = dynamic_cast<Cast *>(s)) {
    c->file = f;
    return true;
  }
  return false;
}
