// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// try, catch, throw, rethrow, noexcept, cleanups on the way.
extern "C" void *malloc(unsigned long) noexcept;
extern "C" void free(void *) noexcept;
void may();
struct Guard { char *p; Guard(); ~Guard(); };
struct Error { char *why; };

// CHECK-FN: caught
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: call void %[_]() unwind throws ... -> b[ok], b[bad] ; @_Z3mayv
// CHECK: landing catch ptr
// CHECK: rethrow
// CHECK: %[e] = call ptr<unknown> ... @__cxa_begin_catch
// CHECK: %[f] = field ptr<ptr<i8>> %[e] (%Error, 0) +0
// CHECK: %[w] = load ptr<i8> %[f]
// CHECK: call void %[_](%[w]) ... @free
// CHECK: @__cxa_end_catch
// CHECK: return ... @[line+7]
int caught() {
  char *p = static_cast<char *>(malloc(3));
  try {
    may();
  } catch (Error &e) {
    free(e.why);
    return 2;
  }
  free(p);
  return 0;
}

// What is thrown holds the pointer.
// CHECK-FN: thrown
// CHECK: %[x] = call ptr<unknown> ... @__cxa_allocate_exception
// CHECK: %[e] = cast bitcast ptr<%Error> %[x]
// CHECK: %[f] = field ptr<ptr<i8>> %[e] (%Error, 0) +0
// CHECK: store %[f], %0
// CHECK: call void %[_](%[x], ... throws noreturn ... @__cxa_throw
// CHECK: unreachable
void thrown(char *p) { throw Error{p}; }

// The destructor runs on both ways.
// CHECK-FN: guarded
// CHECK: %[g] = slot ptr<%Guard> ... ; g
// CHECK: call void %[_]() unwind
// CHECK: landing cleanup
// CHECK: call void %[_](%[g]) ... @_ZN5GuardD1Ev
// CHECK: rethrow
// CHECK: call void %[_](%[g]) ... @_ZN5GuardD1Ev
// CHECK: return
void guarded() { Guard g; may(); }

// CHECK-FN: again
// CHECK: landing catch_all
// CHECK: call void %[_](%0) ... @free
// CHECK: call void %[_]() unwind throws noreturn ... @__cxa_rethrow
void again(char *p) {
  try {
    may();
  } catch (...) {
    free(p);
    throw;
  }
}

// CHECK-FN: never
// CHECK-NOT: throws type
// CHECK: call void %[_]() unwind throws
// CHECK: landing catch_all
// CHECK: call void %[_](%[_]) noreturn ... @__clang_call_terminate
// CHECK: unreachable
void never() noexcept { may(); }

// CHECK-FN: nested
// CHECK-COUNT: 2 = landing catch
// CHECK-COUNT: 2 = call ptr<unknown> ... @__cxa_begin_catch
int nested() {
  try {
    try {
      may();
    } catch (int) {
      may();
    }
  } catch (long n) {
    return n;
  }
  return 0;
}

// A temporary that a condition builds: the way out knows whether it was.
const char *text(const Guard &);
// CHECK-FN: conditional
// CHECK: branch %[_] "c"
// CHECK-COUNT: 2 ; @_ZN5GuardD1Ev
// CHECK: = return
const char *conditional(bool c) { return c ? text(Guard()) : nullptr; }

// Each return statement keeps its place, the result is not destroyed.
// CHECK-FN: named_result
// CHECK: %[r] = param ptr<%Guard>
// CHECK: call void %[_](%[r]) throws ... @_ZN5GuardC1Ev
// CHECK-COUNT: 1 call void %[_](%[r]) ... @_ZN5GuardD1Ev
// CHECK-COUNT: 1 = return @[line+5]
// CHECK-COUNT: 1 = return @[line+6]
Guard named_result(int n) {
  Guard g;
  if (n == 1)
    return g;
  may();
  return g;
}
