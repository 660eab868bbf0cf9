// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors, destructors, and all forms of new and delete.
#include <cstdlib>
#include <new>

struct Node {
  char *text;
  Node();
  explicit Node(int n) : text(static_cast<char *>(malloc(n))) {}
  ~Node();
};

// The members are set on `this`.
// CHECK-FN: Node::Node
// CHECK: constructor method
// CHECK: %[t] = param ptr<%Node> $[_]
// CHECK: %[f] = field ptr<ptr<i8>> %[t] (%Node, 0) +0
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %[f], %[m]

// A constructor that throws: the memory is given back.
// CHECK-FN: plain
// CHECK: %[p] = call ptr<...> %[_](%[_]) throws ... @_Znwm
// CHECK: call void %[_](%[p], %[_]) unwind ... -> b[ok], b[bad] ; @_ZN4NodeC2Ei
// CHECK: landing cleanup
// CHECK: call void %[_](%[p], %[_]) ... @_ZdlPvm
// CHECK: rethrow
// CHECK: return %[p]
Node *plain() { return new Node(3); }

// Not of a null pointer; the destructor first.
// CHECK-FN: destroy
// CHECK: compare eq u1 %0
// CHECK: call void %[_](%0) ... @_ZN4NodeD1Ev
// CHECK: call void %[_](%0, %[_]) ... @_ZdlPvm
void destroy(Node *n) { delete n; }

// The number of elements stands in front of them.
// CHECK-FN: many
// CHECK: %[m] = call ptr<unknown> ... @_Znam
// CHECK: store %[m], %[_]
// CHECK: %[a] = element ptr<unknown> %[m], %[eight] x 1
// CHECK: @_ZN4NodeC1Ev
// CHECK: return %[a]
Node *many(int n) { return new Node[n]; }
// CHECK-FN: destroy_many
// CHECK: %[c] = field ptr<unknown> %0 ... -8
// CHECK: load i64 %[c]
// CHECK: @_ZN4NodeD1Ev
// CHECK: call void %[_](%[c], %[_]) ... @_ZdaPvm
void destroy_many(Node *n) { delete[] n; }
// CHECK-FN: no_cookie
// CHECK: %[m] = call ptr<unknown> ... @_Znam
// CHECK: return %[m]
int *no_cookie(int n) { return new int[n]; }

// May fail without an exception.
// CHECK-FN: nothrow
// CHECK: %[m] = call ptr<unknown> ... @_ZnwmRKSt9nothrow_t
// CHECK: compare eq u1 %[m]
Node *nothrow() { return new (std::nothrow) Node(3); }

// CHECK-FN: aligned
// CHECK: @_ZnwmSt11align_val_t
// CHECK: @_ZdlPvmSt11align_val_t
struct alignas(64) Wide { char bytes[64]; };
void aligned() { delete new Wide; }

// No memory of its own.
// CHECK-FN: placement
// CHECK-NOT: @_Znwm
// CHECK: call void %[_](%0, %[_]) ... @_ZN4NodeC2Ei
// CHECK: call void %[_](%0) ... @_ZN4NodeD1Ev
void placement(void *at) { (new (at) Node(3))->~Node(); }

struct Own {
  char *p = nullptr;
  Own(int);
  void *operator new(std::size_t n) { return malloc(n); }
  void operator delete(void *p) { free(p); }
};
// CHECK-FN: own_new
// CHECK: %[m] = call ptr<void> ... @_ZN3OwnnwEm
// CHECK: call void %[_](%[m], %[_]) unwind ... @_ZN3OwnC1Ei
// CHECK: call void %[_](%[m]) ... @_ZN3OwndlEPv
Own *own_new() { return new Own(1); }
// CHECK-FN: own_delete
// CHECK: call void %[_](%0) ... @_ZN3OwndlEPv
void own_delete(Own *p) { delete p; }

// CHECK-FN: functions
// CHECK: %[m] = call ptr<void> ... @_Znwm
// CHECK: call void %[_](%[m]) ... @_ZdlPv
void functions() { ::operator delete(::operator new(3)); }

// Members are destroyed in the opposite order, also when one throws.
struct Two { Node a, b; Two(); ~Two(); };
// CHECK-FN: Two::Two
// CHECK: call void %[_](%[a]) throws ... @_ZN4NodeC1Ev
// CHECK: call void %[_](%[b]) unwind ... @_ZN4NodeC1Ev
// CHECK: landing cleanup
// CHECK: call void %[_](%[_]) ... @_ZN4NodeD1Ev
Two::Two() {}
// CHECK-FN: Two::~Two
// CHECK: %[b] = field ptr<%Node> %0 (%Two, 1) +8
// CHECK: call void %[_](%[b]) ... @_ZN4NodeD1Ev
// CHECK: call void %[_](%[_]) ... @_ZN4NodeD1Ev
Two::~Two() {}

// Function-try-block: the exception goes on after the handler.
struct Tried { Node a; Tried(); };
void may_throw();
// CHECK-FN: Tried::Tried
// CHECK: landing catch_all
// CHECK: call void %[_]() unwind throws ... @_Z9may_throwv
// CHECK: @__cxa_rethrow
Tried::Tried() try : a() { may_throw(); } catch (...) { may_throw(); }
