// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __attribute__((cleanup)): called on every way out, each on a path of its own.
void *malloc(unsigned long);
void free(void *);
static void drop(char **p) { free(*p); }
#define AUTO __attribute__((cleanup(drop)))

// CHECK-FN: every_way
// CHECK-COUNT: 5 call void %[_](%[_]) ... @drop
// CHECK-COUNT: 3 = return
// CHECK-COUNT: 1 = return ... @[line+9]
// CHECK-COUNT: 1 = return ... @[line+12]
// CHECK-COUNT: 1 = return ... @[line+13]
int every_way(int c) {
  for (int i = 0; i < c; i++) {
    AUTO char *p = malloc(3);
    if (i == 3)
      goto out;
    if (i == 4)
      return 7;
    if (i == 5) continue;
    if (i == 6) break;
  }
  return 0;
out:
  return 2;
}

// The result is read before the cleanup runs.
// CHECK-FN: result_first
// CHECK: %[v] = load ptr<i8> %[p]
// CHECK: call void %[_](%[p]) ... @drop
// CHECK: return %[v]
char *result_first(void) {
  AUTO char *p = malloc(3);
  return p;
}

// Innermost first.
// CHECK-FN: nested
// CHECK: %[a] = slot ptr<ptr<i8>> ... ; a
// CHECK: %[b] = slot ptr<ptr<i8>> ... ; b
// CHECK: call void %[_](%[b]) ... @drop
// CHECK: call void %[_](%[a]) ... @drop
void nested(void) {
  AUTO char *a = malloc(1);
  { AUTO char *b = malloc(2); }
}

struct pair { char *p; long n; };
// CHECK-FN: record_result
// CHECK-COUNT: 2 ; @drop
// CHECK-COUNT: 1 return @[line+5]
// CHECK-COUNT: 1 return @[line+5]
struct pair record_result(int c) {
  AUTO char *p = malloc(3);
  if (!c)
    return (struct pair){0};
  return (struct pair){malloc(3), 1};
}
