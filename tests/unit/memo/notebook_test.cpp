// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When is a result given out again?

#include "memo/notebook.h"

#include "programs.h"

#include <map>

namespace wt::memo {
namespace {

class MapShelf : public Shelf {
public:
  std::optional<std::string> get(const Digest &key) override {
    auto found = pages.find(key);
    return found == pages.end() ? std::nullopt : std::optional(found->second);
  }
  void put(const Digest &key, std::string page) override {
    pages[key] = std::move(page);
  }
  std::map<Digest, std::string> pages;
};

// One run over a program: the task reads the body of the callee, and its result
// names the callee.
struct OneRun {
  std::unique_ptr<const Program> program;
  FactDigests facts;
  Notebook book;

  OneRun(MapShelf &shelf, const std::string &text,
         const std::string &common = "tool")
      : program(program_of(text)), facts(*program, 1),
        book(*program, facts.names(), shelf, digest_of(common)) {}

  Task task(const std::string &key = "task") const {
    return {program->procedures()[*program->find("callee")].unit,
            digest_of(key)};
  }
  std::optional<Digest> resolve(const Read &read) const {
    return facts.of(read, Eyes::kNormal);
  }
  Read body() const {
    return {Read::Kind::kBody, program->find("callee")->value};
  }
  void keep(const std::string &key = "task") {
    ProcedureId callee = *program->find("callee");
    book.keep(
        task(key), {{body(), resolve(body())}},
        [callee](ByteWriter &out, IdWriter &ids) { ids.write(out, callee); });
    book.save();
  }
  // The procedure that the result names.
  ProcedureId find(const std::string &key = "task") {
    ProcedureId result;
    bool is_found = book.find(
        task(key), [this](const Read &read) { return resolve(read); },
        [&](ByteReader &in, const IdReader &ids) {
          result = ids.procedure(in);
          return true;
        });
    return is_found ? result : ProcedureId();
  }
};

TEST(Notebook, GivesOutWhatHolds) {
  MapShelf shelf;
  OneRun first(shelf, callee(1));
  EXPECT_FALSE(first.find().valid());
  first.keep();
  OneRun again(shelf, callee(1));
  EXPECT_EQ(again.find(), *again.program->find("callee"));
  EXPECT_FALSE(again.find("another task").valid());
  EXPECT_EQ(again.book.found(), 1u);
}

TEST(Notebook, NothingAfterTheFactsHaveChanged) {
  MapShelf shelf;
  OneRun(shelf, callee(1)).keep();
  OneRun changed(shelf, callee(2));
  EXPECT_FALSE(changed.find().valid());
  OneRun other_tool(shelf, callee(1), "another build of the tool");
  EXPECT_FALSE(other_tool.find().valid());
}

TEST(Notebook, IdsMayMove) {
  MapShelf shelf;
  OneRun first(shelf, callee(1));
  first.keep();
  std::string before = callee(3);
  before.replace(before.find("@callee"), 7, "@before");
  OneRun moved(shelf, before + callee(1));
  ASSERT_NE(*moved.program->find("callee"), *first.program->find("callee"));
  EXPECT_EQ(moved.find(), *moved.program->find("callee"));
}

TEST(Notebook, TheOrderOfIdsMayNot) {
  MapShelf shelf;
  auto keep_both = [&](const std::string &text) {
    OneRun run(shelf, text);
    ProcedureId caller = *run.program->find("caller");
    Read other{Read::Kind::kBody, caller.value};
    run.book.keep(
        run.task(),
        {{run.body(), run.resolve(run.body())}, {other, run.resolve(other)}},
        [caller](ByteWriter &out, IdWriter &ids) { ids.write(out, caller); });
    run.book.save();
  };
  std::string caller = kCaller; // that calls itself: no order of its own
  caller.replace(caller.find("@callee"), 7, "@caller");
  keep_both(caller + callee(1));
  EXPECT_TRUE(OneRun(shelf, caller + callee(1)).find().valid());
  EXPECT_FALSE(OneRun(shelf, callee(1) + caller).find().valid());
}

TEST(Notebook, KeepsWhatWasUsedWhenSomethingIsNew) {
  MapShelf shelf;
  OneRun(shelf, callee(1)).keep("old");
  OneRun second(shelf, callee(1));
  EXPECT_TRUE(second.find("old").valid());
  second.keep("new");
  OneRun third(shelf, callee(1));
  EXPECT_TRUE(third.find("new").valid());
  EXPECT_TRUE(third.find("old").valid());
  third.keep("newer");
  OneRun fourth(shelf, callee(1));
  EXPECT_TRUE(fourth.find("newer").valid());
}

TEST(Notebook, WhatIsNotKnownIsNotKept) {
  MapShelf shelf;
  OneRun run(shelf, callee(1));
  run.book.keep(run.task(), {{{Read::Kind::kNames}, std::nullopt}},
                [](ByteWriter &, IdWriter &) {});
  run.book.save();
  EXPECT_TRUE(shelf.pages.empty());
  EXPECT_EQ(run.book.computed(), 1u);
}

TEST(Notebook, DamagedPagesAreNotThere) {
  MapShelf shelf;
  OneRun(shelf, callee(1)).keep();
  ASSERT_EQ(shelf.pages.size(), 1u);
  const std::string whole = shelf.pages.begin()->second;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (bool is_cut : {false, true}) {
      std::string bad = whole;
      if (is_cut)
        bad.resize(i);
      else
        bad[i] = static_cast<char>(bad[i] ^ 0x20);
      shelf.pages.begin()->second = bad;
      EXPECT_FALSE(OneRun(shelf, callee(1)).find().valid()) << i << is_cut;
    }
  }
}

} // namespace
} // namespace wt::memo
