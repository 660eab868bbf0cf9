// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A member that is asked twice, with nothing in between that can change it.

#include "../leak.h"
#include <string>
#include <vector>

class Engine {
public:
  explicit Engine(bool profile, int level) : profile_(profile), level_(level) {}
  int run_ok();
  int step_changes_bad();
  int level_ok();
  int by_getter_ok();
  int by_pointer_ok(const std::vector<int> &values);
  int unknown_ok(int (*f)(int));
  bool profile() const { return profile_; }
  void quiet() { profile_ = false; }

private:
  void step();
  void stop();
  int count() const { return level_ + (int)names_.size(); }
  bool profile_;
  int level_;
  std::vector<std::string> names_;
};

void Engine::step() { puts("step"); }
void Engine::stop() {
  puts("stop");
  profile_ = false;
}

// DRIVE: Engine e(true, 1); e.run_ok()
int Engine::run_ok() {
  int *timer = nullptr;
  if (profile_)
    timer = new int(1);
  step();
  if (profile_) {
    printf("%d\n", *timer);
    delete timer;
  }
  return level_;
}

// DRIVE: Engine e(true, 1); e.step_changes_bad()
int Engine::step_changes_bad() {
  int *timer = nullptr;
  if (profile_)
    timer = new int(1); // LEAK
  stop();
  if (profile_)
    delete timer;
  return level_;
}

// DRIVE: Engine e(true, 7); e.level_ok()
int Engine::level_ok() {
  char *line = nullptr;
  if (level_ > 5)
    line = strdup("deep");
  names_.push_back("x");
  step();
  if (level_ > 5)
    free(line);
  return count();
}

// DRIVE: Engine e(true, 7); e.by_getter_ok()
int Engine::by_getter_ok() {
  char *line = profile() ? strdup("p") : nullptr;
  int n = count();
  step();
  if (profile())
    free(line);
  return n;
}

// DRIVE: Engine e(true, 7); e.by_pointer_ok({1, 2})
int Engine::by_pointer_ok(const std::vector<int> &values) {
  int *sum = nullptr;
  if (profile_)
    sum = new int(0); // false-alarm(fused): a test before a loop and in it
  for (int v : values) {
    names_.push_back(std::to_string(v));
    if (profile_)
      *sum += v;
  }
  int n = 0;
  if (profile_) {
    n = *sum;
    delete sum;
  }
  return n;
}

static int twice(int n) { return 2 * n; }
// DRIVE: Engine e(true, 7); e.unknown_ok(twice)
int Engine::unknown_ok(int (*f)(int)) {
  const bool timed = profile_;
  int *t = timed ? new int(1) : nullptr;
  int n = f(level_);
  if (timed)
    delete t;
  return n;
}

struct Options {
  bool verbose;
  int width;
};

// DRIVE: Options o{true, 3}; by_reference_ok(o)
int by_reference_ok(const Options &o) {
  char *line = nullptr;
  if (o.verbose)
    line = new char[8]{};
  std::string text(o.width, ' ');
  puts(text.c_str());
  int n = 0;
  if (o.verbose) {
    n = line[0];
    delete[] line;
  }
  return n;
}

// DRIVE: Options o{true, 3}; changed_between_bad(o)
int changed_between_bad(Options &o) {
  char *line = nullptr;
  if (o.verbose)
    line = new char[8]{}; // LEAK
  o.verbose = o.width > 80;
  if (o.verbose)
    delete[] line;
  return o.width;
}
