// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLAGS: --target=aarch64-linux-gnu
// Where records travel as arrays of registers, parameters are addresses.
void *malloc(unsigned long);
void free(void *);
struct pair { char *p; long n; };

// CHECK-FN: take
// CHECK: %[a] = param ptr<[2 x i64]>
// CHECK: %[n] = int i64 16
// CHECK: %[s] = slot ptr<%pair> ... ; s
// CHECK: memcopy %[s], %[a], %[n]
// CHECK: %[f] = field ptr<ptr<u8>> %[s] (%pair, 0) +0
// CHECK: load ptr<u8> %[f]
void take(struct pair s) { free(s.p); }

// CHECK-FN: make
// CHECK: by_slot
// CHECK: %[r] = param ptr<%pair>
// CHECK: memcopy %[r], %[_]
struct pair make(void) { struct pair s = {malloc(3), 4}; return s; }

// CHECK-FN: use
// CHECK: %[t] = slot ptr<%pair> $[t]
// CHECK: %[s] = slot ptr<%pair> ... ; s
// CHECK: call void %[_](%[t]) ... @make
// CHECK: memcopy %[s], %[t]
// CHECK: scope_end $[t]
// CHECK: call void %[_](%[s]) ... @take
void use(void) { struct pair s = make(); take(s); }
