// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual calls, members of bases at offsets, constructors and destructors.
#include "observe.h"

static int a, b, c;

struct Shape {
  int *mark;
  explicit Shape(int *m) : mark(m) {}
  virtual ~Shape() {}
  virtual int *area() { return mark; }
};
struct Named {
  int *name;
  virtual int *get_name() { return name; }
  virtual ~Named() {}
};
struct Square : Shape, Named {
  int *side;
  Square(int *s, int *n) : Shape(s), side(s) { name = n; }
  int *area() override { return side; }
  int *get_name() override {
    OBSERVE(this);
    return side;
  }
};
struct Circle : Shape {
  Circle() : Shape(&c) {}
  int *area() override { return &b; }
};
struct Plain : Named {};

static int *area_of(Shape *s) { return s->area(); }
static int *name_of(Named *n) { return n->get_name(); }

struct Base {
  int *shared;
};
struct Left : virtual Base {
  int *left;
};
struct Right : virtual Base {
  int *right;
};
struct Bottom : Left, Right {};

static int *through(int &r) { return &r; }

int main() {
  OBJECT(&a, sizeof a);
  OBJECT(&b, sizeof b);
  OBJECT(&c, sizeof c);
  Shape *s = new Square(&a, &b);
  OBJECT(s, sizeof(Square));
  Shape *d = new Circle;
  OBJECT(d, sizeof(Circle));
  OBSERVE(area_of(s));
  OBSERVE(area_of(d));
  OBSERVE(d->mark);
  Square local(&c, &a);
  OBJECT(&local, sizeof local);
  OBSERVE(name_of(&local));
  OBSERVE(local.Named::name);
  Named *n = &local;
  OBSERVE(n);
  OBSERVE(static_cast<Square *>(n)->side);
  OBSERVE(dynamic_cast<Square *>(n)->side);
  Plain plain;
  plain.name = &b;
  OBSERVE(name_of(&plain));
  Bottom bottom;
  Right *right = &bottom;
  right->shared = &a;
  bottom.left = &b;
  OBSERVE(bottom.shared);
  OBSERVE(static_cast<Left *>(&bottom)->left);
  OBSERVE(through(*bottom.left));
  int *(Shape::*method)() = &Shape::area;
  OBSERVE((s->*method)());
  int *Shape::*member = &Shape::mark;
  OBSERVE(s->*member);
  auto lambda = [&]() { return local.side; };
  OBSERVE(lambda());
  delete s;
  delete d;
  return 0;
}
