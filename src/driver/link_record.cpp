// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps what is known of link targets: see link_record.h.

#include "driver/link_record.h"

#include "driver/destination.h"
#include "support/read_file.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace wt::driver {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int kVersion = 1;

constexpr std::pair<LinkKind, const char *> kKinds[] = {
    {LinkKind::kProgram, "program"},
    {LinkKind::kShared, "shared"},
    {LinkKind::kArchive, "archive"},
    {LinkKind::kObject, "object"}};

std::optional<LinkKind> kind_named(const std::string &name) {
  for (auto [kind, text] : kKinds)
    if (name == text)
      return kind;
  return std::nullopt;
}

const char *name_of(LinkKind wanted) {
  for (auto [kind, text] : kKinds)
    if (kind == wanted)
      return text;
  return "";
}

const std::string *text_in(const json &object, const char *key) {
  auto found = object.is_object() ? object.find(key) : object.end();
  bool is_text =
      object.is_object() && found != object.end() && found->is_string();
  return is_text ? found->get_ptr<const std::string *>() : nullptr;
}

// Adds what `entry` says; false if it is not one of ours.
bool add_entry(const json &entry, LinkRecord &record) {
  const std::string *output = text_in(entry, "output");
  const std::string *kind = text_in(entry, "kind");
  if (!output || !kind || !kind_named(*kind))
    return false;
  auto inputs = entry.find("inputs");
  if (inputs == entry.end() || !inputs->is_array())
    return false;
  LinkStep step{*kind_named(*kind), {}};
  for (const json &input : *inputs) {
    if (!input.is_string())
      return false;
    step.inputs.push_back(input.get<std::string>());
  }
  record[*output] = std::move(step);
  return true;
}

} // namespace

std::string link_record_of(const std::string &database) {
  return (fs::path(database).parent_path() / "link_targets.json").string();
}

Result<LinkRecord> read_link_record(const std::string &path) {
  std::error_code ignored;
  fs::file_type type = fs::symlink_status(path, ignored).type();
  if (type == fs::file_type::not_found)
    return LinkRecord();
  if (type != fs::file_type::regular)
    return fail("the record of link targets is no plain file", path);
  Result<std::string> text = read_file(path, "the record of link targets");
  if (!text)
    return std::unexpected(text.error());
  json whole = json::parse(*text, nullptr, false); // no exceptions
  auto damaged = [&] {
    return fail("the record of link targets is damaged", path);
  };
  if (!whole.is_object() || whole.value("version", json()) != json(kVersion))
    return damaged();
  auto links = whole.find("links");
  if (links == whole.end() || !links->is_array())
    return damaged();
  LinkRecord record;
  for (const json &entry : *links)
    if (!add_entry(entry, record))
      return damaged();
  return record;
}

Status write_link_record(const std::string &path, const LinkRecord &record) {
  json links = json::array();
  for (const auto &[output, step] : record)
    links.push_back({{"output", output},
                     {"kind", name_of(step.kind)},
                     {"inputs", step.inputs}});
  json whole = {{"version", kVersion}, {"links", std::move(links)}};
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file)
    return std::unexpected(file.error());
  return file->write(whole.dump(1, ' ', false, json::error_handler_t::replace) +
                     "\n");
}

std::string RealNames::operator()(const std::string &absolute) {
  fs::path path(absolute);
  std::string folder = path.parent_path().string();
  auto [found, is_new] = folders_.try_emplace(folder);
  if (is_new) {
    std::error_code problem;
    fs::path real = fs::weakly_canonical(folder, problem);
    found->second = problem ? folder : real.string();
  }
  return (fs::path(found->second) / path.filename()).string();
}

} // namespace wt::driver
