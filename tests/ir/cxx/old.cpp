// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: -std=c++98
// The language of 1998.
#include <memory>
extern "C" void free(void *);

// CHECK-FN: declared_throw
// CHECK: landing catch
// CHECK: @__cxa_call_unexpected
void may();
void declared_throw() throw(int) { may(); }

class Holder {
  char *p;
  Holder(const Holder &);

public:
  explicit Holder(char *q) : p(q) {}
  ~Holder() throw() { free(p); }
  char *release() { char *q = p; p = 0; return q; }
};
// CHECK-FN: hold
// CHECK: %[h] = slot ptr<%Holder> ... ; h
// CHECK: call void %[_](%[h], %0) ... @_ZN6HolderC2EPc
// CHECK: %[r] = call ptr<i8> %[_](%[h])
// CHECK: call void %[_](%[h]) ... @_ZN6HolderD2Ev
// CHECK: return %[r] @[line+3]
char *hold(char *q) {
  Holder h(q);
  return h.release();
}
// CHECK-FN: automatic
// CHECK: @_ZNSt8auto_ptrI
void automatic(int *p) { std::auto_ptr<int> a(p); }
