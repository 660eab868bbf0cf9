// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Virtual destructors, virtual calls that keep or free, factories.

#include "../leak.h"
#include <memory>

struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Square : Shape {
  int *side;
  explicit Square(int n) : side(new int(n)) {}
  ~Square() override { delete side; }
  int area() const override { return *side * *side; }
};
struct Dot : Shape {
  int area() const override { return 0; }
};

static Shape *make_shape(int n) {
  if (n == 0)
    return new Dot;
  return new Square(n);
}

// DRIVE: factory_ok(0); factory_ok(2)
int factory_ok(int n) {
  Shape *s = make_shape(n);
  int area = s->area();
  delete s;
  return area;
}

// DRIVE: factory_bad(2)
int factory_bad(int n) {
  Shape *s = make_shape(n); // LEAK
  return s->area();
}

struct Plain {
  ~Plain() {}
};
struct Derived : Plain {
  int *extra; // same address as Plain: deletable, but ~Derived is skipped
  Derived() : extra(new int(1)) {} // LEAK(one-of derived)
  ~Derived() { delete extra; }
};

// DRIVE: base_without_virtual_bad()
void base_without_virtual_bad() {
  Plain *p = new Derived; // LEAK(one-of derived)
  delete p; // LEAK(one-of derived)
}

// DRIVE: base_with_virtual_ok()
void base_with_virtual_ok() {
  Shape *s = new Square(2);
  delete s;
}

struct Sink {
  virtual ~Sink() {}
  virtual void accept(char *text) = 0;
};
struct Keeper : Sink {
  char *kept = nullptr;
  ~Keeper() override { free(kept); }
  void accept(char *text) override {
    free(kept);
    kept = text;
  }
};
struct Reader : Sink {
  int seen = 0;
  void accept(char *text) override { seen += text != nullptr; }
};

// DRIVE: Keeper k; accepted_ok(k)
void accepted_ok(Keeper &sink) { sink.accept(strdup("x")); }

// DRIVE: only_reader_bad()
int only_reader_bad() {
  Reader r;
  r.accept(strdup("x")); // LEAK
  return r.seen;
}

struct Store {
  virtual ~Store() {}
  virtual void put(char *text) = 0;
};
struct KeepingStore : Store {
  char *kept = nullptr;
  ~KeepingStore() override { free(kept); }
  void put(char *text) override {
    free(kept);
    kept = text;
  }
};

// DRIVE: KeepingStore s; through_base_ok(s)
void through_base_ok(Store &store) { store.put(strdup("x")); }

struct Counted {
  int count = 1;
  virtual ~Counted() {}
  void release() {
    if (--count == 0)
      delete this;
  }
};

// DRIVE: delete_this_ok()
void delete_this_ok() {
  Counted *c = new Counted;
  c->release();
}

// DRIVE: delete_this_bad()
void delete_this_bad() {
  Counted *c = new Counted; // LEAK missed-by(valueflow): objects of constructors, exceptions and containers are followed only in part
  c->count++;
  c->release();
}

struct Animal {
  virtual ~Animal() {}
  virtual Animal *clone() const = 0;
  virtual Animal *self() { return this; }
};
struct Cat : Animal {
  Animal *clone() const override { return new Cat(*this); }
};
struct Dog : Animal {
  Animal *clone() const override { return new Dog(*this); }
};

// DRIVE: Cat c; cloned_bad(&c)
int cloned_bad(Animal *a) {
  Animal *copy = a->clone(); // LEAK
  return copy ? 0 : 1;
}

// DRIVE: Dog d; cloned_ok(&d)
void cloned_ok(Animal *a) {
  Animal *copy = a->clone();
  delete copy;
}

// DRIVE: Dog d; cloned_held_ok(&d)
void cloned_held_ok(Animal *a) {
  std::unique_ptr<Animal> copy(a->clone());
}

// DRIVE: Dog d; not_cloned_ok(&d)
int not_cloned_ok(Animal *a) { return a->self() ? 0 : 1; }
