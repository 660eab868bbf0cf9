// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results of whole runs in the store: see known_result.h.

#include "driver/known_result.h"

#include "support/read_file.h"

#include <elf.h>
#include <link.h>

namespace wt::driver {

namespace {

// Options of these groups do not change what the analysis finds; --spec does,
// and its files are added by content.
bool is_decisive(std::string_view group) { return group == "Analysis"; }

void add_field(DigestBuilder &key, const std::string &text) { key.add(text); }
void add_field(DigestBuilder &key, std::uint64_t number) { key.add(number); }
void add_field(DigestBuilder &key, const std::vector<std::string> &list) {
  key.add(static_cast<std::uint64_t>(list.size()));
  for (const std::string &text : list)
    key.add(text);
}

void add_options(DigestBuilder &key, const Options &options) {
#define OPTION(field, group)                                                   \
  if (is_decisive(#group))                                                     \
    add_field(key, options.field);
#define FLAG(field, names, help, group) OPTION(field, group)
#define TEXT(field, names, preset, value, help, group) OPTION(field, group)
#define LIST(field, names, value, help, group) OPTION(field, group)
#define CHOICE(field, names, preset, choices, help, group) OPTION(field, group)
#define NUMBER(field, names, preset, low, high, value, help, group)            \
  OPTION(field, group)
#include "driver/options.def"
#undef FLAG
#undef TEXT
#undef LIST
#undef CHOICE
#undef NUMBER
#undef OPTION
}

bool add_specifications(DigestBuilder &key, const Options &options) {
  key.add(static_cast<std::uint64_t>(options.specs.size()));
  for (const std::string &path : options.specs) {
    Result<std::string> text = read_file(path, "the specification");
    if (!text)
      return false;
    key.add(path).add(*text); // messages name the path
  }
  return true;
}

void add_places(DigestBuilder &key, const LinkPlaces &places) {
  key.add(static_cast<std::uint64_t>(places.size()));
  for (const LinkPlace &place : places)
    key.add(static_cast<std::uint64_t>(place.target))
        .add(static_cast<std::uint64_t>(place.position))
        .add(static_cast<std::uint64_t>(place.is_inside));
}

// The note that the linker derives from the content of the program.
int find_build_id(dl_phdr_info *program, std::size_t, void *out) {
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = program->dlpi_phdr[i];
    if (part.p_type != PT_NOTE)
      continue;
    const char *at =
        reinterpret_cast<const char *>(program->dlpi_addr + part.p_vaddr);
    const char *end = at + part.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
      const char *name = at + sizeof *note;
      const char *text = name + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID)
        static_cast<std::string *>(out)->assign(text, note->n_descsz);
      at = text + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return 1; // the program itself comes first: no library is asked
}

} // namespace

std::string build_identity() {
  std::string id;
  dl_iterate_phdr(find_build_id, &id);
  return id;
}

std::optional<Digest> analysis_key(const Options &options) {
  std::string build = build_identity();
  DigestBuilder key;
  if (build.empty() || !add_specifications(key.add(build), options))
    return std::nullopt;
  add_options(key, options);
  return key.finish();
}

std::optional<Digest> result_key(const Options &options,
                                 std::span<const EngineRow *const> engines,
                                 const frontend::JobList &jobs,
                                 const std::vector<LinkPlaces> &places,
                                 StoredUnits &units) {
  std::optional<Digest> analysis = analysis_key(options);
  if (!analysis)
    return std::nullopt;
  DigestBuilder key;
  key.add(*analysis).add(static_cast<std::uint64_t>(engines.size()));
  for (const EngineRow *engine : engines)
    key.add(engine->name);
  key.add(static_cast<std::uint64_t>(jobs.jobs.size()));
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    std::optional<Digest> unit = units.identity(jobs.jobs[i]);
    if (!unit)
      return std::nullopt;
    key.add(unit->bytes());
    add_places(key, i < places.size() ? places[i] : LinkPlaces());
  }
  return key.finish();
}

std::optional<CheckResult> find_result(Store &store, const Digest &key) {
  std::optional<std::string> bytes = store.get(EntrySpace::kFinding, key);
  return bytes ? read_result(*bytes) : std::nullopt;
}

void put_result(Store &store, const Digest &key, const CheckResult &result) {
  Store::Entry entry{key, write_result(result)};
  store.put(EntrySpace::kFinding, {&entry, 1});
}

} // namespace wt::driver
