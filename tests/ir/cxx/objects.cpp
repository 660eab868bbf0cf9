// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=c++23
// Lambdas, bindings, references, temporaries, statics, standard containers.
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

// What a lambda captures is stored into it, by value and by reference.
// CHECK-FN: lambdas
// CHECK: %[r] = slot ptr<ptr<i8>> ... ; r
// CHECK: %[f] = slot ptr<...> ... ; f
// CHECK: %[a] = field ptr<ptr<i8>> %[f] ... +0
// CHECK: store %[a], %0
// CHECK: %[b] = field ptr<ptr<ptr<i8>>> %[f] ... +8
// CHECK: store %[b], %[r]
// CHECK: call ptr<i8> %[_](%[f], %[_])
void lambdas(char *q) {
  char *r = static_cast<char *>(malloc(2));
  auto f = [q, &r](int n) { free(r); return q + n; };
  free(f(3));
}
// Two on one line are two records.
// CHECK-FN: two_lambdas
// CHECK: ; f
// CHECK: ; g
// CHECK: %[x] = field ptr<ptr<i8>> ... +0
// CHECK: %[y] = field ptr<ptr<ptr<i8>>> ... +0
void two_lambdas(char *p) { auto f = [p] { free(p); }; auto g = [&p] { free(p); }; f(), g(); }
struct This {
  char *m;
  // CHECK-FN: This::go
  // CHECK: %[f] = slot
  // CHECK: %[c] = field ptr<ptr<%This>> %[f]
  // CHECK: store %[c], %0
  void go() { [this] { free(m); }(); }
};
void use(This &t) { t.go(); }

struct Pair { char *x; long y; };
Pair make();
// CHECK-FN: bindings
// CHECK: %[s] = slot ptr<%Pair> ... ; a
// CHECK: %[f] = field ptr<ptr<i8>> %[s] (%Pair, 0) +0
// CHECK: store %[f]
// CHECK: %[v] = load ptr<i8>
// CHECK: call void %[_](%[v]) ... @free
void bindings() { auto [a, b] = make(); free(a); }
// CHECK-FN: bound_reference
// CHECK: %[f] = field ptr<ptr<i8>> %[_] (%Pair, 0) +0
// CHECK: load ptr<i8> %[f]
void bound_reference(Pair &p) { auto &[a, b] = p; free(a); }

// CHECK-FN: references
// CHECK: %[p] = param ptr<ptr<i8>> $[_]
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %[p], %[m]
void references(char *&out) { out = static_cast<char *>(malloc(3)); }

// A class passed by value is the address of the caller's temporary, which has
// the declared type.
// CHECK-FN: by_value
// CHECK: param ptr<%"std::unique_ptr<int, std::default_delete<int> >">
void by_value(std::unique_ptr<int> p) { p.reset(); }
// CHECK-FN: give
// CHECK: %[t] = slot ptr<%"std::unique_ptr<int, std::default_delete<int> >">
// CHECK: %[m] = call ptr<...> ... @_Znwm
// CHECK: call void %[_](%[t], %[m]) ... @_ZNSt10unique_ptrI
// CHECK: call void %[_](%[t]) ... @_Z8by_valueSt10unique_ptr
// CHECK: call void %[_](%[t]) ... @_ZNSt10unique_ptrI
void give() { by_value(std::unique_ptr<int>(new int(3))); }
// CHECK-FN: moved
// CHECK: call void %[_](%0, %1) ... @_ZNSt10unique_ptrI
std::unique_ptr<int> moved(std::unique_ptr<int> &&p) { return std::move(p); }

// CHECK-FN: once
// CHECK: @__cxa_guard_acquire
// CHECK: call void ... unwind
// CHECK: @__cxa_guard_abort
// CHECK: @__cxa_guard_release
struct Guard { char *p; Guard(); ~Guard(); };
Guard &once() { static Guard g; return g; }

// CHECK-FN: __cxx_global_var_init
// CHECK: call void %[_](%[_]) ... @_ZN5GuardC1Ev
Guard global;
thread_local Guard each;
// CHECK-FN: of_thread
// CHECK: %[e] = call ptr<unknown> %[_]() ... @_ZTW4each
// CHECK: field ptr<ptr<i8>> %[_] (%Guard, 0) +0
char *of_thread() { return each.p; }

// CHECK-FN: over_range
// CHECK: %[i] = slot ptr<%"__gnu_cxx::__normal_iterator<...
// CHECK: %[b] = call ptr<ptr<i8>> %[_](%0) ... @_ZNSt6vectorIPcSaIS0_EE5beginEv
// CHECK: store %[_], %[b]
// CHECK: %[e] = call ptr<ptr<i8>> %[_](%[i])
// CHECK: %[p] = load ptr<i8> %[e]
// CHECK: call void %[_](%[p]) ... @free
void over_range(std::vector<char *> &all) { for (char *p : all) free(p); }
// CHECK-FN: listed
// CHECK: %[l] = slot ptr<[2 x ptr<unknown>]>
// CHECK: store %[l], %0
void take(std::initializer_list<char *>);
void listed(char *a, char *b) { take({a, b}); }

template <class T> struct Box { T *p; explicit Box(T *q) : p(q) {} ~Box() { delete p; } };
// CHECK-FN: boxed
// CHECK: %[b] = slot ptr<%"Box<int>"> ... ; b
void boxed(int *p) { Box<int> b(p); }
