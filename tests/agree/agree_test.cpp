// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Do the engines agree with the oracle?
//
// Every engine of the engine table, on every tiny program and on random ones,
// promoted as the pipeline promotes them.  A failure is shrunk and printed as C
// text, ready to become a file in tests/leak/.  How many leaks each engine
// finds is printed as a table; AGREE_MISSED=1 also prints shrunk misses.

#include "compare.h"
#include "generate.h"
#include "shrink.h"
#include "small_models.h"
#include "subject.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <functional>

namespace wt::agree {
namespace {

constexpr std::size_t kShown = 3;      // failures shrunk and printed per engine
constexpr std::uint64_t kStride = 401; // every so-manieth program of length 4

std::uint64_t random_count() {
  const char *wanted = std::getenv("AGREE_PROGRAMS");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 300;
}

Tally compare(const driver::EngineRow &row, Sketch &sketch,
              const model::ModelSet &models) {
  render_c(sketch);
  auto program = link_unit(lower(sketch), true);
  return compare(row, *program, models, look_at(*program, models));
}

// "sat: false alarm: leak f:4 (...)" without the place: what must stay the
// same while shrinking.
std::string class_of(const std::string &failure) {
  std::size_t colon = failure.find(": ", failure.find(": ") + 1);
  return failure.substr(0, colon);
}

void show(const driver::EngineRow &row, const Sketch &sketch,
          const model::ModelSet &models, const std::string &what,
          const std::vector<std::string> Tally::*list) {
  std::string wanted = class_of(what);
  std::string last = what;
  Sketch small = shrink(sketch, [&](Sketch &candidate) {
    Tally tally = compare(row, candidate, models);
    for (const std::string &line : tally.*list)
      if (class_of(line) == wanted) {
        last = line;
        return true;
      }
    return false;
  });
  for (const std::string &line : (compare(row, small, models).*list))
    if (class_of(line) == wanted)
      last = line;
  std::printf("--- %s\n%s\n", last.c_str(), render_c(small).c_str());
}

class Agreement {
public:
  Agreement(const driver::EngineRow &row)
      : row_(row), models_(small_models()) {}

  void look_at(Sketch sketch) {
    Tally tally = compare(row_, sketch, *models_);
    if (!tally.failures.empty() &&
        ++classes_[class_of(tally.failures[0])] <= kShown)
      show(row_, sketch, *models_, tally.failures[0], &Tally::failures);
    if (!tally.missed.empty() && std::getenv("AGREE_MISSED") &&
        missed_shown_++ < kShown)
      show(row_, sketch, *models_, tally.missed[0], &Tally::missed);
    total_.add(tally);
  }
  const Tally &total() const { return total_; }

  void print(const char *what) const {
    auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf("%-8s %-7s programs %llu (not judged %llu)  leaks found %llu "
                "of %llu  proved safe %llu of %llu  unknown %llu  weak alarms "
                "%llu  witnesses confirmed %llu, undecided %llu  failures "
                "%zu\n",
                row_.name, what, n(total_.programs), n(total_.not_judged),
                n(total_.found), n(total_.leaks), n(total_.proved),
                n(total_.safe), n(total_.unknown), n(total_.weak_alarms),
                n(total_.replayed), n(total_.undecided),
                total_.failures.size());
  }

private:
  const driver::EngineRow &row_;
  std::unique_ptr<const model::ModelSet> models_;
  std::map<std::string, std::size_t> classes_;
  std::size_t missed_shown_ = 0;
  Tally total_;
};

class EveryEngine : public testing::TestWithParam<const driver::EngineRow *> {};

TEST_P(EveryEngine, OnTinyPrograms) {
  Agreement agreement(*GetParam());
  for (std::uint32_t length : {1, 2, 3})
    for (std::uint64_t n = 0; n < tiny_count(length); ++n)
      agreement.look_at(tiny_program(length, n));
  for (std::uint64_t n = 0; n < tiny_count(4); n += kStride)
    agreement.look_at(tiny_program(4, n));
  agreement.print("tiny");
  EXPECT_EQ(agreement.total().failures.size(), 0u);
}

TEST_P(EveryEngine, OnRandomPrograms) {
  Agreement agreement(*GetParam());
  for (std::uint64_t seed = 1; seed <= random_count(); ++seed) {
    Shape shape;
    shape.statements = 3 + seed % 8;
    shape.loops = seed % 4 == 0;
    shape.nodes = seed % 2 == 0;
    agreement.look_at(random_program(seed, shape));
  }
  agreement.print("random");
  EXPECT_EQ(agreement.total().failures.size(), 0u);
}

std::vector<const driver::EngineRow *> built_engines() {
  std::vector<const driver::EngineRow *> rows;
  for (const driver::EngineRow &row : driver::engine_table())
    if (row.make)
      rows.push_back(&row);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Agree, EveryEngine, testing::ValuesIn(built_engines()),
                         [](const auto &info) {
                           return std::string(info.param->name);
                         });

} // namespace
} // namespace wt::agree
