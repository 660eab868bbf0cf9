// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of several overriders runs, and nobody here knows which: what all of them
// do is certain, what only some do is not.

#include "../leak.h"

struct Sink {
  virtual ~Sink() {}
  virtual int look(const char *text) = 0;
  virtual void consume(char *text) = 0;
  virtual bool offer(char *text) = 0;
};
struct Printer : Sink {
  int look(const char *text) override { return puts(text); }
  void consume(char *text) override {
    puts(text);
    free(text);
  }
  bool offer(char *text) override { return text && puts(text) >= 0; }
};
struct Store : Sink {
  char *last = nullptr;
  ~Store() override { free(last); }
  int look(const char *text) override { return text[0]; }
  void consume(char *text) override { free(text); }
  bool offer(char *text) override {
    free(last);
    last = text;
    return true;
  }
};

// DRIVE: Store s; looked_at_bad(s); Printer p; looked_at_bad(p)
int looked_at_bad(Sink &s) {
  char *text = strdup("a"); // LEAK
  return text ? s.look(text) : 0;
}

// DRIVE: Store s; looked_at_ok(s); Printer p; looked_at_ok(p)
int looked_at_ok(Sink &s) {
  char *text = strdup("a");
  int n = text ? s.look(text) : 0;
  free(text);
  return n;
}

// DRIVE: Store s; consumed_ok(s); Printer p; consumed_ok(p)
void consumed_ok(Sink &s) {
  if (char *text = strdup("a"))
    s.consume(text);
}

// DRIVE: Store s; consumed_bad(s)
void consumed_bad(Sink &s) {
  char *text = strdup("a");
  if (!text)
    return;
  s.consume(text);
  free(text); // DOUBLE-FREE
}

// DRIVE: Store s; offered_ok(s)
bool offered_ok(Sink &s) { return s.offer(strdup("a")); }

// DRIVE: Printer p; offered_to_printer_bad(p)
bool offered_to_printer_bad(Printer &p) {
  Printer here = p;
  Sink &s = here;
  return s.offer(strdup("a")); // LEAK
}
