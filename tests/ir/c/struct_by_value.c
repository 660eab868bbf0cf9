// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records as parameters and results: in registers, in memory, nested.
void *malloc(unsigned long);
void free(void *);

struct pair { char *p; long n; };
struct one { char *p; };
struct big { char *p; long n[8]; };
struct nest { struct one a; struct one b; };
struct odd { float x, y, z; };

// In two registers: each piece is a parameter, and is stored into the record.
// CHECK-FN: take_pair
// CHECK: %[p] = param ptr<i8>
// CHECK: %[s] = slot ptr<%pair> ... ; s
// CHECK: %[f] = field ptr<ptr<i8>> %[s] (%pair, 0) +0
// CHECK: store %[f], %[p]
// CHECK: %[v] = load ptr<i8>
// CHECK: call void %[_](%[v]) ... @free
void take_pair(struct pair s) { free(s.p); }

// CHECK-FN: take_one
// CHECK: %[p] = param ptr<i8>
// CHECK: store %[_], %[p]
void take_one(struct one s) { free(s.p); }

// CHECK-FN: take_nest
// CHECK: %[a] = param ptr<i8>
// CHECK: %[b] = param ptr<i8>
// CHECK: %[f] = field ... (%nest, 1) +8
// CHECK: store %[f], %[b]
void take_nest(struct nest s) { free(s.b.p); }

// In memory: the parameter is the address of the callee's copy ...
// CHECK-FN: take_big
// CHECK: %[s] = param ptr<%big> $[x]
// CHECK: %[f] = field ptr<ptr<i8>> %[s] (%big, 0) +0
// CHECK: load ptr<i8> %[f]
void take_big(struct big s) { free(s.p); s.p = 0; }

// ... which the caller makes, and which dies with the call.
// CHECK-FN: give_big
// CHECK: %[p] = param ptr<%big>
// CHECK: %[n] = int i64 72
// CHECK: %[c] = slot ptr<%big> $[c]
// CHECK: memcopy %[c], %[p], %[n]
// CHECK: call void %[_](%[c]) ... @take_big
// CHECK: scope_end $[c]
void give_big(struct big *p) { take_big(*p); }

// A result in registers goes through a slot of the caller.
// CHECK-FN: make_pair
// CHECK: by_slot type fn() -> %pair result void
// CHECK: %[r] = param ptr<%pair>
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %[_], %[m]
// CHECK: memcopy %[r], %[_]
struct pair make_pair(void) { struct pair s = {malloc(3), 4}; return s; }

// CHECK-FN: use_pair
// CHECK: %[t] = slot ptr<%pair> $[t]
// CHECK: call void %[_](%[t]) type fn() -> %pair ... @make_pair
// CHECK: %[f] = field ptr<ptr<i8>> %[t] (%pair, 0) +0
// CHECK: %[v] = load ptr<i8> %[f]
// CHECK: store %[_], %[v]
// CHECK: scope_end $[t]
void use_pair(void) { struct pair s = make_pair(); take_pair(s); }

// One register: a plain result.
// CHECK-FN: make_one
// CHECK: type fn() -> %one result ptr<i8>
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: return %[_]
struct one make_one(void) { struct one s = {malloc(1)}; return s; }

// In memory: the caller's variable itself.
// CHECK-FN: make_big
// CHECK: by_slot type fn() -> %big
// CHECK: %[r] = param ptr<%big>
// CHECK: %[f] = field ptr<ptr<i8>> %[r] (%big, 0) +0
// CHECK: %[m] = call ptr<void> ... @malloc
// CHECK: store %[f], %[m]
struct big make_big(void) { struct big s = {malloc(3), {1}}; return s; }
// CHECK-FN: use_big
// CHECK: %[b] = slot ptr<%big> ... ; b
// CHECK: call void %[_](%[b]) ... @make_big
void use_big(void) { struct big b = make_big(); free(b.p); }

// Never more bytes than the record has.
// CHECK-FN: pass_odd
// CHECK: %[r] = param ptr<%odd>
// CHECK: %[n] = int i64 12
// CHECK: memcopy %[r], %[_], %[n]
struct odd pass_odd(struct odd s) { return s; }

// Each return statement keeps its place, for records too.
// CHECK-FN: two_ways
// CHECK: %[r] = param ptr<%pair>
// CHECK-COUNT: 2 memcopy %[r]
// CHECK-COUNT: 1 return @[line+5]
// CHECK-COUNT: 1 return @[line+5]
struct pair two_ways(int c) {
  struct pair s = {malloc(3), 4};
  if (c)
    return (struct pair){0};
  return s;
}

// CHECK-FN: assign
// CHECK: memcopy %[_], %[_], %[_] @[line+1]
void assign(struct big *a, struct big *b) { *a = *b; }

// Through a pointer.
// CHECK-FN: indirect
// CHECK: %[c] = slot ptr<%big> $[c]
// CHECK: call void %[_](%[c]) type fn(%big) -> void
void indirect(void (*f)(struct big), struct big *p) { f(*p); }
