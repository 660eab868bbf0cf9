// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic accesses are loads and stores; an exchange gives the old value back.
void *malloc(unsigned long);
void free(void *);

// CHECK-FN: atomic_variable
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %0, %[m]
// CHECK: %[v] = load ptr<i8> %0
// CHECK: call void %[_](%[v]) ... @free
void atomic_variable(_Atomic(char *) *at) {
  *at = malloc(3);
  free(*at);
}

// CHECK-FN: exchange
// CHECK: %[old] = load ptr<i8> %0
// CHECK: store %0, %1
// CHECK: call void %[_](%[old]) ... @free
void exchange(char **at, char *p) {
  free(__atomic_exchange_n(at, p, __ATOMIC_SEQ_CST));
}

// CHECK-FN: compare_exchange
// CHECK: %[old] = load ptr<i8> %0
// CHECK: %[same] = compare eq u1 %[old], %[_]
// CHECK: %[new] = select ptr<i8> %[same], %2, %[old]
// CHECK: store %0, %[new]
// CHECK: branch %[same]
// CHECK: assign $[_], %[old] ... ; expected
int compare_exchange(char **at, char *expected, char *p) {
  return __atomic_compare_exchange_n(at, &expected, p, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

// CHECK-FN: count_down
// CHECK: %[old] = load i32 %0
// CHECK: %[new] = binop sub i32 %[old], %[one]
// CHECK: store %0, %[new]
// CHECK: compare eq u1
void count_down(int *references, char *p) {
  if (__sync_sub_and_fetch(references, 1) == 0)
    free(p);
}

// CHECK-FN: generic
// CHECK: load i64 %0
// CHECK: store %1, %[_]
void generic(long *from, long *to) { __atomic_load(from, to, __ATOMIC_RELAXED); }

// CHECK-FN: fences
// CHECK: b0:
// CHECK-NOT: unknown
// CHECK: return
void fences(void) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  __sync_synchronize();
}

struct three { char *a, *b, *c; };
// CHECK-FN: large
// CHECK: call void %[_](%[_], %0, %1, %[_]) ... @__atomic_load
void large(struct three *from, struct three *to) {
  __atomic_load(from, to, __ATOMIC_SEQ_CST);
}
