// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// operator new for truth/shim.c: the nothrow forms fail like malloc; the
// throwing ones only in programs that say `// OOM-THROWS`.

#include <new>

extern "C" int truth_new_fails();
extern "C" bool truth_oom_throws;

#define WRAP_NEW(name)                                                         \
  extern "C" void *__real_##name(unsigned long size);                          \
  extern "C" void *__wrap_##name(unsigned long size) {                         \
    if (truth_oom_throws && truth_new_fails())                                 \
      throw std::bad_alloc();                                                  \
    return __real_##name(size);                                                \
  }
#define WRAP_NOTHROW(name)                                                     \
  extern "C" void *__real_##name(unsigned long, const std::nothrow_t &);       \
  extern "C" void *__wrap_##name(unsigned long n, const std::nothrow_t &t) {   \
    return truth_new_fails() ? nullptr : __real_##name(n, t);                  \
  }

WRAP_NEW(_Znwm)
WRAP_NEW(_Znam)
WRAP_NOTHROW(_ZnwmRKSt9nothrow_t)
WRAP_NOTHROW(_ZnamRKSt9nothrow_t)
