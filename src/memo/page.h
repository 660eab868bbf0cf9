// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How is a page of the notebook written down?  See notebook.h for what it is.
//
//   version, checksum of the rest
//   procedures, variables: digest and the id it had
//   facts: kind, index of a name or number for a and b, digest
//   tasks: key, indices of facts, bytes
//
// Tested by tests/unit/memo/notebook_test.cpp.

#pragma once

#include "memo/names.h"
#include "program/id_bytes.h"
#include "support/reads.h"

#include <map>
#include <string>
#include <unordered_map>

namespace wt::memo {

// A name on a page, and the id that it has in this run.
template <class Id> struct PageName {
  Digest name;
  Id id; // invalid: there is none
};

struct PageFact {
  Read read; // in ids of this run, if all of its names are there
  Digest digest;
  bool is_named = true;
  // As written.
  std::uint8_t kind = 0;
  std::uint64_t a = 0, b = 0;
};

struct PageTask {
  Digest key;
  std::vector<std::uint32_t> facts;
  std::string_view result;
};

// What is read from bytes; they must outlive it.
struct PageContent {
  std::vector<PageName<ProcedureId>> procedures;
  std::vector<PageName<ProgramVariableId>> variables;
  std::vector<PageFact> facts;
  std::vector<PageTask> tasks;
};

// Nullopt: damaged, of another version, or its names are in another order now.
std::optional<PageContent> read_page(std::string_view bytes,
                                     const Names &names);

// What `a` and `b` of a read are.
enum class ReadPart : std::uint8_t { kNothing, kProcedure, kVariable };
ReadPart part_a(Read::Kind kind);
ReadPart part_b(Read::Kind kind);

// Makes a page: names and facts get numbers as they come.
class PageWriter : public IdWriter {
public:
  explicit PageWriter(const Names &names) : names_(names) {}

  // What an earlier page has, with the numbers it has there.
  void start_with(const PageContent &earlier);
  void add(const PageTask &task); // of that page
  // With these facts, and what `write` writes.
  template <class Facts, class Write>
  void add(const Digest &key, const Facts &facts, Write write) {
    std::vector<std::uint32_t> numbers;
    for (const auto &[read, digest] : facts)
      numbers.push_back(fact(read, *digest));
    ByteWriter result;
    write(result, *this);
    add_task(key, numbers, result.take());
  }
  std::string take();

  void write(ByteWriter &out, ProcedureId procedure) override;
  void write(ByteWriter &out, ProgramVariableId variable) override;

private:
  std::uint32_t number(ProcedureId p);
  std::uint32_t number(ProgramVariableId v);
  std::uint64_t coded(ReadPart part, std::uint32_t value);
  std::uint32_t fact(const Read &read, const Digest &digest);
  void add_task(const Digest &key, std::span<const std::uint32_t> facts,
                std::string_view result);

  const Names &names_;
  std::vector<PageName<ProcedureId>> procedures_;
  std::vector<PageName<ProgramVariableId>> variables_;
  std::unordered_map<ProcedureId, std::uint32_t> procedure_numbers_;
  std::unordered_map<ProgramVariableId, std::uint32_t> variable_numbers_;
  std::map<std::pair<Read, Digest>, std::uint32_t> fact_numbers_;
  ByteWriter facts_, tasks_;
  std::size_t fact_count_ = 0, task_count_ = 0;
};

} // namespace wt::memo
