// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unions, bit-fields, unnamed members, flexible arrays.
void *malloc(unsigned long);
void free(void *);

// CHECK: union %u size 8 {
// CHECK: 0: p ptr<i8>
// CHECK: 0: n i64
union u { char *p; long n; double d; };

// CHECK-FN: put_u
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %0, %[m]
void put_u(union u *u) { u->p = malloc(3); }
// CHECK-FN: number_of
// CHECK: load i64 %0
long number_of(union u *u) { return u->n; }

struct flags { unsigned a : 3; unsigned b : 5; char *p; unsigned long c : 40; };
// CHECK-FN: set_b
// CHECK: binop and
// CHECK: binop or
// CHECK: store
void set_b(struct flags *f, int n) { f->b = n; }
// CHECK-FN: after_bits
// CHECK: %[f] = field ptr<ptr<i8>> %0 (%flags, 2) +8
// CHECK: load ptr<i8> %[f]
void after_bits(struct flags *f) { free(f->p); }

struct holder {
  int tag;
  union {
    struct { char *name; int length; };
    void *any;
  };
};
// CHECK-FN: inner_name
// CHECK: %[v] = load ptr<i8>
// CHECK: call void %[_](%[v]) ... @free
void inner_name(struct holder *h) { free(h->name); }
// CHECK-FN: inner_length
// CHECK: +8
// CHECK: load i32
int inner_length(struct holder *h) { return h->length; }

// Two unnamed records on one line stay two.
struct twins { struct { int x; } a; struct { char *x; long y; } b; };
// CHECK-FN: twin
// CHECK: field ... (%twins, 1) +8
// CHECK: load ptr<i8>
void twin(struct twins *t) { free(t->b.x); }

struct flex { int n; char *items[]; };
// CHECK-FN: last_item
// CHECK: %[a] = field ptr<[0 x ptr<i8>]> %0 (%flex, 1) +8
// CHECK: %[e] = element ptr<ptr<i8>> %[a], %[_] x 8
// CHECK: load ptr<i8> %[e]
char *last_item(struct flex *f) { return f->items[f->n - 1]; }

// An array of one element is an array all the same.
struct single { struct flags one[1]; };
// CHECK-FN: in_single
// CHECK: %[e] = element ptr<%flags> %[_], %[_] x 24
// CHECK: field ptr<ptr<i8>> %[e] (%flags, 2) +8
char *in_single(struct single *s, int i) { return s->one[i].p; }

// What a cast says wins over what was declared.
struct other { long a, b; char *q; };
// CHECK-FN: reread
// CHECK: %[c] = cast bitcast ptr<%other> %0
// CHECK: %[f] = field ptr<ptr<i8>> %[c] (%other, 2) +16
// CHECK: load ptr<i8> %[f]
char *reread(struct flags *f) { return ((struct other *)f)->q; }

// An unnamed union and an unnamed struct that begin on one line are two types
// (the unit would not verify).
struct either { union { struct { long a, b; } pair; char *word; } of; };
// CHECK-FN: word_of
// CHECK: field ... %0 (%either, 0) +0
char *word_of(struct either *e) { return e->of.word; }
