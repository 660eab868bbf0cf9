// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols and what is in them before the program starts.
void *malloc(unsigned long);
void free(void *);
static void a(void) {}
static int b(int n) { return n; }

// CHECK: global @table internal definition constant
// CHECK: 0: global @.str
// CHECK: 8: function @a
// CHECK: 24: global @.str.1
// CHECK: 32: function @b
// CHECK: global @tentative definition complete type ptr<i8>
char *tentative;
char *tentative;

static const struct { const char *name; void (*run)(void); int flag; } table[] = {
    {"a", a, 0}, {.name = "b", .run = (void (*)(void))b, .flag = 7}};
void run(int i) { table[i].run(); }

// Bytes without a cell are zero, also in the padding of a union.
// CHECK: global @mixed definition complete
// CHECK: 0: int 32 1
// CHECK: 8: global @tentative
// CHECK: 16: int 64 4609434218613702656
union value { char *p; char bytes[24]; };
struct { int n; char **p; double d; union value v; } mixed = {
    1, &tentative, 1.5, {0}};

// CHECK: global @inside definition complete
// CHECK: 0: global @numbers +8
int numbers[4] = {[2] = 5};
int *inside = &numbers[2];

// CHECK: global @counter.calls name "calls" internal definition
int counter(void) { static int calls; return ++calls; }

// CHECK: global @each internal definition thread_local
static __thread char *each;
// CHECK-FN: set_each
// CHECK: %[g] = global ptr<ptr<i8>> @each
// CHECK: store %[g], %0
void set_each(char *p) { each = p; }

// CHECK-FN: run
// CHECK: %[r] = load ptr<fn() -> void>
// CHECK: call void %[r]()

// CHECK-FN: weak_one
// CHECK: weak
__attribute__((weak)) void weak_one(void) {}
// CHECK-FN: maybe
// CHECK: %[f] = function ptr<fn() -> void> @absent
// CHECK: compare ne u1 %[f]
extern void absent(void) __attribute__((weak));
void maybe(void) { if (absent) absent(); }

// CHECK-FN: other_name
// CHECK: type fn(i32) -> i32 result i32 alias "b"
int other_name(int) __attribute__((alias("b")));
// CHECK-FN: call_other
// CHECK: call i32 %[_](%0) ... @other_name
int call_other(int n) { return other_name(n); }

extern int alias_of_numbers[4] __attribute__((alias("numbers")));
// CHECK-FN: read_alias
// CHECK: %[g] = global ptr<[4 x i32]> @alias_of_numbers
int read_alias(void) { return alias_of_numbers[2]; }

// CHECK-FN: chosen
// CHECK: function @chosen
static void *choose(void) { return (void *)a; }
void chosen(void) __attribute__((ifunc("choose")));
// CHECK-FN: call_chosen
// CHECK: call void %[_]() ... @chosen
void call_chosen(void) { chosen(); }

// CHECK-FN: literal
// CHECK: %[l] = slot ptr<%point>
// CHECK: call void %[_](%[l]) ... @see
struct point { char *at; int n; };
void see(struct point *);
void literal(char *p) { see(&(struct point){.n = 3, .at = p}); }
