// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows links down to units: see link_targets.h.

#include "driver/link_targets.h"

#include <algorithm>
#include <unordered_set>

namespace wt::driver {

namespace {

using PlacesByFile = std::unordered_map<std::string, LinkPlaces>;

// Inside before outside, early before late.
bool is_better(const LinkPlace &a, const LinkPlace &b) {
  return std::pair(!a.is_inside, a.position) <
         std::pair(!b.is_inside, b.position);
}

// Keeps one place per target.  `place` is of the target last added or later.
void add_place(LinkPlaces &places, const LinkPlace &place) {
  if (places.empty() || places.back().target != place.target)
    places.push_back(place);
  else if (is_better(place, places.back()))
    places.back() = place;
}

// Walks from one target down to the files it consists of.
class TargetWalk {
public:
  TargetWalk(const LinkRecord &record, std::uint32_t target,
             const std::unordered_set<std::string> &wanted,
             PlacesByFile &places)
      : record_(record), target_(target), wanted_(wanted), places_(places) {}

  void run(const std::string &output) {
    pending_.push_back({&output, {target_, 0, true}});
    reached_.insert(output);
    // In the order of the command line: the first of several libraries is the
    // first that a linker asks.
    for (std::size_t next = 0; next < pending_.size(); ++next)
      visit(Step(pending_[next]));
  }

private:
  struct Step {
    const std::string *file;
    LinkPlace place;
  };

  void visit(const Step &step) {
    // A unit that is compiled and linked in one go has the name of the target.
    reach(*step.file, step.place);
    auto made = record_.find(*step.file);
    if (made == record_.end())
      return;
    for (const std::string &input : made->second.inputs) {
      LinkPlace place = step.place;
      auto part = record_.find(input);
      if (part == record_.end()) {
        reach(input, place);
        continue;
      }
      if (!reached_.insert(input).second)
        continue;
      bool is_shared = part->second.kind == LinkKind::kShared ||
                       part->second.kind == LinkKind::kProgram;
      bool is_library = is_shared || part->second.kind == LinkKind::kArchive;
      if (is_library && (place.position == 0 || is_shared))
        place.position = ++libraries_;
      place.is_inside &= !is_shared;
      pending_.push_back({&input, place});
    }
  }

  void reach(const std::string &file, const LinkPlace &place) {
    if (wanted_.contains(file))
      add_place(places_[file], place);
  }

  const LinkRecord &record_;
  std::uint32_t target_;
  const std::unordered_set<std::string> &wanted_; // what units are compiled to
  PlacesByFile &places_;
  std::vector<Step> pending_;
  std::unordered_set<std::string> reached_;
  std::uint32_t libraries_ = 0; // met so far
};

PlacesByFile follow(const LinkRecord &record,
                    const std::unordered_set<std::string> &wanted) {
  std::unordered_set<std::string_view> used;
  for (const auto &[output, step] : record)
    used.insert(step.inputs.begin(), step.inputs.end());
  PlacesByFile places;
  std::uint32_t target = 0;
  for (const auto &[output, step] : record) {
    bool is_part =
        step.kind == LinkKind::kArchive || step.kind == LinkKind::kObject;
    if (!is_part || !used.contains(output))
      TargetWalk(record, target++, wanted, places).run(output);
  }
  return places;
}

// "/b/CMakeFiles/x.dir" of "/b/CMakeFiles/x.dir/sub/a.c.o", else "".
std::string_view cmake_folder(std::string_view file) {
  constexpr std::string_view kFolder = "/CMakeFiles/", kEnding = ".dir";
  std::size_t at = file.rfind(kFolder);
  if (at == file.npos)
    return "";
  std::size_t end = file.find('/', at + kFolder.size());
  if (end == file.npos || !file.substr(0, end).ends_with(kEnding))
    return "";
  return file.substr(0, end);
}

PlacesByFile cmake_places(const std::unordered_set<std::string> &files) {
  std::map<std::string_view, std::vector<const std::string *>> targets;
  for (const std::string &file : files)
    if (std::string_view folder = cmake_folder(file); !folder.empty())
      targets[folder].push_back(&file);
  PlacesByFile places;
  std::uint32_t target = 0;
  for (const auto &[folder, members] : targets) {
    for (const std::string *file : members)
      places[*file] = {{target, 0, true}};
    ++target;
  }
  return places;
}

} // namespace

std::vector<LinkPlaces>
link_places(const LinkRecord &record,
            const std::vector<std::vector<std::string>> &outputs) {
  RealNames real;
  std::vector<std::vector<std::string>> files(outputs.size());
  std::unordered_set<std::string> wanted;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (const std::string &output : outputs[i])
      wanted.insert(files[i].emplace_back(real(output)));
  PlacesByFile places =
      record.empty() ? cmake_places(wanted) : follow(record, wanted);
  std::vector<LinkPlaces> of_units(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    LinkPlaces all;
    for (const std::string &file : files[i])
      if (auto found = places.find(file); found != places.end())
        all.insert(all.end(), found->second.begin(), found->second.end());
    std::sort(all.begin(), all.end());
    for (const LinkPlace &place : all)
      add_place(of_units[i], place);
  }
  return of_units;
}

} // namespace wt::driver
