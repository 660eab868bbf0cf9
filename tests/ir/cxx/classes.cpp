// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual calls, base classes, member pointers, run-time types.
extern "C" void free(void *) noexcept;

struct A { char *a; virtual ~A(); virtual int f(int); };
struct B { char *b; virtual int g(); virtual ~B(); };
struct C : A, B { char *c; ~C() override; int f(int) override; int g() override; };

// Base classes are fields, and complete although their vtables are elsewhere.
// CHECK: record %C size 40 {
// CHECK: 0: "" %A base
// CHECK: 16: "" %B base
// CHECK: 32: c ptr<i8>
// CHECK: record %A size 16 {
// CHECK: 8: a ptr<i8>
// CHECK: record %B size 16 {

// CHECK: global @_ZTV1C
// CHECK: function @_ZN1C1fEi
// CHECK: vtable 16 "_ZTS1A"
// CHECK: vtable 64 "_ZTS1B"

// The static class and the place in its vtable.
// CHECK-FN: call_f
// CHECK: call i32 %[_](%0, %[_]) throws virtual "_ZTS1A" +16 type fn(ptr<%A>, i32) -> i32
int call_f(A *a) { return a->f(1); }
// CHECK-FN: call_g
// CHECK: call i32 %[_](%0) throws virtual "_ZTS1B" +0
int call_g(B *b) { return b->g(); }
// CHECK-FN: delete_a
// CHECK: call void %[_](%0) virtual "_ZTS1A" +8
void delete_a(A *a) { delete a; }
// Named: not virtual.
// CHECK-FN: C::f
// CHECK: call i32 %[_](%0, %1) ... @_ZN1A1fEi
int C::f(int n) { return A::f(n); }
int C::g() { return 1; }
// CHECK-FN: C::~C
// CHECK: %[b] = field ptr<%B> %0 (%C, 1) +16
// CHECK: call void %[_](%0) ... @_ZN1AD2Ev
C::~C() { free(c); }

// To the second base and back.
// CHECK-FN: up
// CHECK: %[b] = field ptr<%B> %0 (%C, 1) +16
// CHECK: return %[b]
B *up(C *c) { return c; }
// CHECK-FN: down
// CHECK: %[c] = field ptr<unknown> %0 ... -16
// CHECK: return %[c]
C *down(B *b) { return static_cast<C *>(b); }
// CHECK-FN: base_member
// CHECK: %[b] = field ptr<%B> %0 (%C, 1) +16
// CHECK: %[f] = field ptr<ptr<i8>> %[b] (%B, 1) +8
// CHECK: load ptr<i8> %[f]
void base_member(C *c) { free(c->b); }
// CHECK-FN: dynamic
// CHECK: call ptr<unknown> %[_](%0, ... @__dynamic_cast
C *dynamic(A *a) { return dynamic_cast<C *>(a); }

struct V { char *v; };
struct L : virtual V { char *l; };
struct R : virtual V { char *r; };
struct D : L, R { char *d; };
// The offset of a virtual base is read from the vtable.
// CHECK-FN: virtual_base
// CHECK: %[t] = load ptr<ptr<unknown>> %0
// CHECK: %[n] = load i64
// CHECK: %[v] = element ptr<unknown> %0, %[n] x 1
// CHECK: (%V, 0) +0
void virtual_base(D *d) { free(d->v); }

// CHECK-FN: data_member
// CHECK: param i64
// CHECK: %[p] = element ptr<unknown> %0, %1 x 1
// CHECK: load ptr<unknown> %[p]
void data_member(C *c, char *C::*m) { free(c->*m); }
// CHECK-FN: function_member
// CHECK: %[f] = cast inttoptr ptr<unknown>
// CHECK: %[g] = phi ptr<unknown> ... %[f]
// CHECK: call i32 %[g](%[_], %[_])
int function_member(C *c, int (C::*m)(int)) { return (c->*m)(2); }
struct Plain { int one(int); int two(int); };
// CHECK-FN: which
// CHECK: %[a] = function ... @_ZN5Plain3oneEi
// CHECK: %[b] = function ... @_ZN5Plain3twoEi
// CHECK: %[x] = cast ptrtoint i64 %[a]
// CHECK: store %[_], %[x]
// CHECK: %[y] = cast ptrtoint i64 %[b]
// CHECK: store %[_], %[y]
// CHECK: %[s] = select ptr<...> %[_], %[_], %[_]
// CHECK: memcopy %0, %[s]
int (Plain::*which(bool c))(int) { return c ? &Plain::one : &Plain::two; }

namespace { struct Hidden { char *h; virtual ~Hidden() { free(h); } }; }
// CHECK-FN: hidden
// CHECK: virtual "_GLOBAL__N_
void hidden(Hidden *h) { delete h; }
void make_hidden() { hidden(new Hidden); }
