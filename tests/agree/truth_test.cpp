// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does the oracle tell the truth?
//
// Random programs are compiled and executed with all inputs and all failing
// allocations (execute.h).  What the oracle says about the same programs, in
// memory form, promoted, and as read by the C front end, must be exactly what
// was observed.

#include "execute.h"
#include "generate.h"
#include "shrink.h"
#include "small_models.h"
#include "subject.h"

#include "ir/verify.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace wt::agree {
namespace {

// AGREE_PROGRAMS=5000 makes a longer run.
std::uint64_t program_count() {
  const char *wanted = std::getenv("AGREE_PROGRAMS");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 200;
}

// The C front end, when it has been built: prints the IR of a file.
#ifdef WT_TOOL
constexpr const char *kTool = WT_TOOL;
#else
constexpr const char *kTool = "";
#endif

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "agreeXXXXXX").string();
    if (mkdtemp(pattern.data()))
      path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

std::string text_of(const std::set<std::uint32_t> &leaked,
                    const std::set<std::uint32_t> &freed_twice, bool used) {
  std::string out = "leak";
  for (std::uint32_t line : leaked)
    out += " " + std::to_string(line);
  out += " double";
  for (std::uint32_t line : freed_twice)
    out += " " + std::to_string(line);
  return out + (used ? " use" : "");
}
std::string text_of(const Observed &o) {
  return text_of(o.leaked, o.freed_twice, o.used_after_free);
}
std::string text_of(const Expected &e) {
  return text_of(e.leaked, e.freed_twice, e.used_after_free);
}

std::vector<Sketch> make_programs() {
  std::vector<Sketch> sketches;
  for (std::uint64_t seed = 1; seed <= program_count(); ++seed) {
    Shape shape;
    shape.statements = 4 + seed % 10;
    shape.loops = seed % 3 == 0;
    sketches.push_back(random_program(seed, shape, "f" + std::to_string(seed)));
  }
  return sketches;
}

std::string ir_of(const std::string &c_file) {
  std::string text;
  std::string command = std::string("'") + kTool + "' ir '" + c_file + "'";
  std::FILE *pipe = popen(command.c_str(), "r");
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;)
    text += static_cast<char>(c);
  if (pipe && pclose(pipe) != 0)
    text.clear();
  return text;
}

class Truth : public testing::Test {
protected:
  void SetUp() override {
    sketches_ = make_programs();
    Result<Execution> done = execute(sketches_, folder_.path());
    ASSERT_TRUE(done) << done.error().text();
    execution_ = *done;
    std::size_t leaking = 0, freeing_twice = 0, using_freed = 0;
    for (const auto &[name, observed] : execution_.programs) {
      leaking += !observed.leaked.empty();
      freeing_twice += !observed.freed_twice.empty();
      using_freed += observed.used_after_free;
    }
    // A comparison of programs that never, or always, go wrong shows nothing.
    std::printf(
        "%zu programs: %zu leak, %zu free twice, %zu use freed memory\n",
        sketches_.size(), leaking, freeing_twice, using_freed);
    EXPECT_GT(leaking, sketches_.size() / 5);
    EXPECT_LT(leaking, sketches_.size() * 19 / 20);
    EXPECT_GT(freeing_twice, sketches_.size() / 20);
    EXPECT_GT(using_freed, sketches_.size() / 100);
    models_ = small_models();
  }

  // Compares one program; false and a message when the oracle is wrong.
  void compare(const Program &program, Sketch &sketch, int &undecided) {
    const std::string &name = sketch.functions.back().name;
    std::optional<ProcedureId> root = program.find(name);
    ASSERT_TRUE(root) << name;
    Expected expected = expect(program, *models_, *root);
    if (!expected.gave_up.empty()) {
      ++undecided;
      return;
    }
    EXPECT_EQ(text_of(execution_.programs.at(name)), text_of(expected))
        << name << ":\n"
        << render_c(sketch, sketch.functions.front().line);
  }

  TemporaryFolder folder_;
  std::vector<Sketch> sketches_;
  Execution execution_;
  std::unique_ptr<const model::ModelSet> models_;
};

TEST_F(Truth, OfSketches) {
  for (bool promoted : {false, true}) {
    int undecided = 0;
    for (Sketch &sketch : sketches_) {
      std::unique_ptr<const Program> program =
          link_unit(lower(sketch), promoted);
      compare(*program, sketch, undecided);
      if (HasFailure()) {
        std::printf("%s form\n", promoted ? "promoted" : "memory");
        return;
      }
    }
    EXPECT_LT(undecided, int(program_count() / 20));
  }
}

TEST_F(Truth, OfTheFrontEnd) {
  if (!std::filesystem::exists(kTool))
    GTEST_SKIP() << "the front end is not built";
  std::string text = ir_of(execution_.c_file);
  Result<std::unique_ptr<const Program>> program = read_ir(text);
  ASSERT_TRUE(program) << program.error().text();
  int undecided = 0;
  for (Sketch &sketch : sketches_) {
    compare(**program, sketch, undecided);
    if (HasFailure())
      return;
  }
  EXPECT_LT(undecided, int(program_count() / 20));
}

} // namespace
} // namespace wt::agree
