// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jobs become units or failures, through a cache; workers are fake.

#include "frontend/frontend.h"

#include "ir/binary.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>
#include <map>
#include <sys/stat.h>

namespace wt::frontend {
namespace {

// Remembers by file.
class FakeCache : public UnitCache {
public:
  std::optional<std::string> find(const CompileJob &job) override {
    ++asked;
    auto found = units.find(job.file);
    return found == units.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const CompileJob &job, std::string_view bytes,
           const Inputs &inputs) override {
    units[job.file] = bytes;
    read.assign(inputs.read.begin(), inputs.read.end());
    absent.assign(inputs.absent.begin(), inputs.absent.end());
    started = inputs.started;
  }
  std::int64_t now() const override { return 42; }

  std::map<std::string, std::string> units;
  std::vector<std::string> read, absent; // of the last one
  std::int64_t started = 0;
  unsigned asked = 0;
};

class CaptureTest : public testing::Test {
protected:
  JobList jobs(const std::vector<std::string> &names) {
    JobList list;
    for (const std::string &name : names) {
      CompileJob job;
      job.directory = folder_.path();
      job.file = folder_.write(name, "");
      list.jobs.push_back(job);
    }
    return list;
  }
  std::vector<CapturedUnit> run(const JobList &list,
                                UnitCache *cache = nullptr) {
    reported_ = 0;
    CaptureOptions options;
    options.worker = WT_FAKE_WORKER;
    options.workers = 2;
    options.on_unit = [&](std::size_t done, std::size_t all,
                          const std::string &file) {
      EXPECT_EQ(done, ++reported_);
      EXPECT_EQ(all, list.jobs.size());
    };
    return capture(list, options, cache);
  }
  std::string failure_of(const std::string &order) {
    std::vector<CapturedUnit> units = run(jobs({order + ".c"}));
    EXPECT_EQ(units.size(), 1u);
    EXPECT_FALSE(units[0].unit);
    return units[0].failure;
  }

  TemporaryFolder folder_;
  std::size_t reported_ = 0;
};

TEST_F(CaptureTest, NoJobs) { EXPECT_TRUE(run({}).empty()); }

TEST_F(CaptureTest, Failures) {
  EXPECT_EQ(failure_of("die"), "Clang crashed (Segmentation fault)");
  EXPECT_EQ(failure_of("short"), "the worker's answer is damaged");
  EXPECT_EQ(failure_of("none"), "the worker's answer is damaged");
  EXPECT_EQ(failure_of("reject"),
            (folder_ / "reject.c") + ":1:1: error: no\n  int x");
  EXPECT_NE(failure_of("echo"), ""); // an echo is no unit
}

TEST_F(CaptureTest, TroubleWithTheJobItself) {
  JobList list = jobs({"a.c", "b.c", "c.c"});
  list.jobs[0].directory = folder_ / "gone";
  list.jobs[1].file = folder_ / "gone.c";
  list.jobs[2].file = folder_ / "pipe.c";
  mkfifo(list.jobs[2].file.c_str(), 0600);
  std::vector<CapturedUnit> units = run(list);
  ASSERT_EQ(units.size(), 3u);
  EXPECT_EQ(units[0].failure,
            "the folder of this compilation does not exist: " +
                (folder_ / "gone"));
  EXPECT_EQ(units[1].failure,
            "no such file; if the build generates it, build first");
  EXPECT_EQ(units[2].failure, "not a plain file");
  EXPECT_EQ(reported_, 3u);
}

TEST_F(CaptureTest, ResultsComeInTheOrderOfTheJobs) {
  std::vector<std::string> names{"slow.c", "reject.c", "die.c", "slow2.c"};
  std::vector<CapturedUnit> units = run(jobs(names));
  ASSERT_EQ(units.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(units[i].job.file, folder_ / names[i]);
  EXPECT_EQ(reported_, names.size());
}

TEST_F(CaptureTest, WhatIsInTheCacheNeedsNoWorker) {
  FakeCache cache;
  JobList list = jobs({"die.c"});
  cache.units[list.jobs[0].file] = ir::write_unit(ir::Unit());
  std::vector<CapturedUnit> units = run(list, &cache);
  EXPECT_TRUE(units[0].unit) << units[0].failure;
  EXPECT_TRUE(units[0].from_store);
  EXPECT_EQ(cache.asked, 1u);
}

TEST_F(CaptureTest, DamagedBytesInTheCacheAreCapturedAgain) {
  FakeCache cache;
  JobList list = jobs({"reject.c"});
  cache.units[list.jobs[0].file] = "garbage";
  std::vector<CapturedUnit> units = run(list, &cache);
  EXPECT_FALSE(units[0].unit);
  EXPECT_FALSE(units[0].from_store);
  EXPECT_TRUE(units[0].failure.contains("error: no"));
  EXPECT_EQ(cache.units[list.jobs[0].file], "garbage"); // failures stay out
}

TEST_F(CaptureTest, AGoodUnitGoesIntoTheCacheWithItsInputs) {
  FakeCache cache;
  JobList list = jobs({"unit.c"});
  std::vector<CapturedUnit> units = run(list, &cache);
  ASSERT_TRUE(units[0].unit) << units[0].failure;
  EXPECT_FALSE(units[0].from_store);
  EXPECT_EQ(cache.units.size(), 1u);
  EXPECT_EQ(cache.read, (std::vector<std::string>{"/in/a", "/in/b"}));
  EXPECT_EQ(cache.absent, (std::vector<std::string>{"/no/a"}));
  EXPECT_EQ(cache.started, 42);
  EXPECT_TRUE(run(list, &cache)[0].from_store);
}

TEST_F(CaptureTest, Cancelled) {
  std::atomic<bool> cancelled = true;
  CaptureOptions options;
  options.worker = WT_FAKE_WORKER;
  options.cancelled = &cancelled;
  std::vector<CapturedUnit> units = capture(jobs({"hang.c"}), options, nullptr);
  ASSERT_EQ(units.size(), 1u);
  EXPECT_FALSE(units[0].unit);
}

} // namespace
} // namespace wt::frontend
