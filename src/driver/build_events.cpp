// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what a build executed: see build_events.h.

#include "driver/build_events.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace wt::driver {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct Execution {
  std::string program, directory;
  std::vector<std::string> words; // without the program
  std::int64_t process = 0, parent = 0;
};

// Most lines are of other programs and carry their whole environment; this
// finds that out without parsing them.
bool is_worth_parsing(const std::string &line) {
  constexpr std::string_view kKey = "\"executable\":\"";
  std::size_t begin = line.find(kKey);
  if (begin == line.npos)
    return false;
  begin += kKey.size();
  std::size_t end = line.find('"', begin);
  return end != line.npos &&
         is_link_tool(std::string_view(line).substr(begin, end - begin));
}

const json *member(const json *object, const char *key) {
  if (!object || !object->is_object())
    return nullptr;
  auto found = object->find(key);
  return found == object->end() ? nullptr : &*found;
}

std::string text(const json *value) {
  return value && value->is_string() ? value->get<std::string>() : "";
}

std::int64_t number(const json *value) {
  return value && value->is_number_integer() ? value->get<std::int64_t>() : 0;
}

std::optional<Execution> execution_in(const std::string &line) {
  auto without_environment = [](int, json::parse_event_t event, json &value) {
    return event != json::parse_event_t::key || value != "environment";
  };
  json whole = json::parse(line, without_environment, false);
  const json *started = member(&whole, "started");
  const json *execution = member(started, "execution");
  const json *arguments = member(execution, "arguments");
  Execution found{text(member(execution, "executable")),
                  text(member(execution, "working_dir")),
                  {},
                  number(member(started, "pid")),
                  number(member(started, "ppid"))};
  if (found.program.empty() || !found.directory.starts_with("/") ||
      !arguments || !arguments->is_array())
    return std::nullopt;
  for (std::size_t i = 1; i < arguments->size(); ++i)
    found.words.push_back(text(&(*arguments)[i]));
  return found;
}

class BuildReader {
public:
  explicit BuildReader(LinkRecord &record) : record_(record) {}

  void add(const Execution &execution) {
    std::string &linked = linked_by_[execution.process];
    auto parent = linked_by_.find(execution.parent);
    linked = parent != linked_by_.end() ? parent->second : "";
    std::optional<LinkCommand> command =
        link_command(execution.program, execution.words, execution.directory);
    if (!command)
      return;
    std::string output = real_(command->output);
    if (output == linked)
      return; // the parent has told of it
    linked = output;
    if (command->is_extraction)
      extract(*command);
    else
      link(output, *command);
  }

private:
  void link(const std::string &output, const LinkCommand &command) {
    LinkStep step{command.kind, {}};
    auto known = record_.find(output);
    bool is_added_to = command.kind == LinkKind::kArchive &&
                       known != record_.end() &&
                       known->second.kind == LinkKind::kArchive;
    if (is_added_to)
      step.inputs = known->second.inputs;
    std::unordered_set<std::string> seen(step.inputs.begin(),
                                         step.inputs.end());
    for (const std::vector<std::string> &candidates : command.inputs)
      if (std::optional<std::string> input = choose(candidates))
        if (*input != output && seen.insert(*input).second)
          step.inputs.push_back(std::move(*input));
    record_[output] = std::move(step);
  }

  // The first that the build made; a single one is taken unseen.
  std::optional<std::string>
  choose(const std::vector<std::string> &candidates) {
    for (const std::string &candidate : candidates) {
      std::string name = real_(candidate);
      if (auto copy = copies_.find(name); copy != copies_.end())
        return copy->second;
      if (record_.contains(name))
        return name;
      // libx.so is a link to libx.so.1.2.
      std::error_code problem;
      std::string target = fs::canonical(name, problem).string();
      if (!problem && record_.contains(target))
        return target;
    }
    if (candidates.size() != 1)
      return std::nullopt;
    return real_(candidates.front());
  }

  // The copies stand for the members, as long as the build goes: they are put
  // into another archive and deleted.
  void extract(const LinkCommand &command) {
    std::optional<std::string> archive = choose(command.inputs.front());
    auto known = archive ? record_.find(*archive) : record_.end();
    if (known == record_.end())
      return;
    for (const std::string &member : known->second.inputs) {
      std::string file = fs::path(member).filename().string();
      std::string copy = real_(command.output + "/" + file);
      if (copy != member)
        copies_[copy] = member;
    }
  }

  LinkRecord &record_;
  RealNames real_;
  std::unordered_map<std::string, std::string> copies_; // of members
  // What each process, or the one that started it, links; "" for nothing.
  std::unordered_map<std::int64_t, std::string> linked_by_;
};

} // namespace

void add_build_events(std::istream &events, LinkRecord &record) {
  BuildReader reader(record);
  for (std::string line; std::getline(events, line);) {
    if (!is_worth_parsing(line))
      continue;
    if (std::optional<Execution> execution = execution_in(line))
      reader.add(*execution);
  }
}

} // namespace wt::driver
