// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of a revision, by git: see diff_base.h.

#include "driver/diff_base.h"

#include "driver/execute.h"
#include "support/digest.h"
#include "support/path.h"
#include "support/read_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace wt::driver {

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

// Texts that end with a zero byte each.
Words split(const std::string &text) {
  Words out;
  std::size_t begin = 0, end;
  while ((end = text.find('\0', begin)) != std::string::npos) {
    out.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::string first_line(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

// One checkout, and a folder in which git may write for us.
class Checkout {
public:
  static Result<Checkout> find(const std::string &file,
                               const std::atomic<bool> &cancelled) {
    Checkout out(find_program("git"), cancelled);
    if (out.git_.empty())
      return fail("--diff-base needs git, which is not in PATH");
    std::string folder = fs::path(file).parent_path().string();
    out.top_ = first_line(output_of(
        out.git_, {out.git_, "-C", folder, "rev-parse", "--show-toplevel"}));
    if (out.top_.empty())
      return fail("--diff-base needs a git checkout", folder);
    return out;
  }

  const std::string &top() const { return top_; }

  // Its full name.
  Result<std::string> commit(const std::string &revision) const {
    std::string name = first_line(
        output_of(git_, words({"rev-parse", "--verify", "--quiet",
                               "--end-of-options", revision + "^{commit}"})));
    if (name.empty())
      return fail("git knows no revision '" + revision + "'", top_);
    return name;
  }

  // Paths below the top; `filter` as of `git diff`.
  Result<Words> differing(const std::string &commit, const std::string &filter,
                          const std::string &scratch) const {
    std::string list = scratch + "/list";
    if (Status done =
            run({"diff", "--no-ext-diff", "--no-renames", "--name-only", "-z",
                 "--diff-filter=" + filter, "--output=" + list, commit, "--"});
        !done)
      return std::unexpected(done.error());
    Result<std::string> text = read_file(list, "the list of git");
    if (!text)
      return std::unexpected(text.error());
    return split(*text);
  }

  // Those of `files`, below the top, that git neither knows nor ignores.
  Words untracked(const Words &files) const {
    Words out;
    for (std::size_t i = 0; i < files.size(); i += kBatch) {
      Words command =
          words({"ls-files", "-z", "--others", "--exclude-standard", "--"});
      command.insert(command.end(), files.begin() + i,
                     files.begin() + std::min(i + kBatch, files.size()));
      std::ranges::move(split(output_of(git_, command)),
                        std::back_inserter(out));
    }
    return out;
  }

  // Writes the files of the commit below `folder`.
  Status write(const std::string &commit, const Words &files,
               const std::string &folder, const std::string &scratch) const {
    std::string index = "GIT_INDEX_FILE=" + scratch + "/index";
    Status done = run({"read-tree", commit}, index);
    for (std::size_t i = 0; done && i < files.size(); i += kBatch) {
      Words command = {"checkout-index", "--force", "--prefix=" + folder + "/",
                       "--"};
      command.insert(command.end(), files.begin() + i,
                     files.begin() + std::min(i + kBatch, files.size()));
      done = run(command, index);
    }
    return done;
  }

private:
  static constexpr std::size_t kBatch = 200; // files named in one command

  Checkout(std::string git, const std::atomic<bool> &cancelled)
      : git_(std::move(git)), cancelled_(cancelled) {}

  // No program of the checkout's choice is started, names are as they are.
  Words words(const Words &command) const {
    Words out = {
        git_, "-C", top_, "-c", "core.fsmonitor=false", "--literal-pathspecs"};
    out.insert(out.end(), command.begin(), command.end());
    return out;
  }

  Status run(const Words &command, const std::string &variable = "") const {
    Words all = words(command);
    std::string program = git_;
    if (!variable.empty()) {
      program = find_program("env");
      all.insert(all.begin(), {program, variable});
    }
    Result<int> status = execute(program, all, cancelled_);
    if (!status)
      return std::unexpected(status.error());
    return *status == 0 ? Status()
                        : Status(fail("git " + command[0] + " failed", top_));
  }

  std::string git_, top_;
  const std::atomic<bool> &cancelled_;
};

// A folder that goes with this object.
class Scratch {
public:
  explicit Scratch(const std::string &folder) : path_(folder) {
    std::error_code ignored;
    fs::create_directories(path_, ignored);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

// JSON is YAML.
std::string overlay_of(const std::map<std::string, std::string> &places) {
  nlohmann::json roots = nlohmann::json::array();
  for (const auto &[name, content] : places)
    roots.push_back(
        {{"type", "file"}, {"name", name}, {"external-contents", content}});
  return nlohmann::json({{"version", 0},
                         {"case-sensitive", "true"},
                         {"use-external-names", "false"},
                         {"roots", roots}})
      .dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Moves the files to where their content says, and writes the overlay there.
Status place(BaseFiles &base, const std::string &top, const Words &files,
             const std::string &from, const std::string &kept) {
  DigestBuilder name;
  for (const std::string &file : files) {
    Result<std::string> text =
        read_file(from + "/" + file, "the file of the base");
    if (!text)
      return std::unexpected(text.error());
    name.add(file).add(*text);
    base.differs[top + "/" + file] = std::move(*text);
  }
  if (base.differs.empty())
    return {};
  std::string folder = kept + "/" + name.finish().hex();
  std::map<std::string, std::string> places;
  for (const auto &[path, text] : base.differs)
    places[path] = folder + path.substr(top.size());
  base.overlay = folder + "/overlay.yaml";
  std::error_code problem;
  if (fs::exists(base.overlay, problem))
    return {};                   // written last
  fs::remove_all(kept, problem); // of another base
  fs::create_directories(kept, problem);
  fs::rename(from, folder, problem);
  if (problem)
    return fail("cannot be written: " + problem.message(), folder);
  std::ofstream out(base.overlay, std::ios::binary);
  out << overlay_of(places);
  out.close();
  return out ? Status() : Status(fail("cannot be written", base.overlay));
}

} // namespace

Result<BaseFiles> files_at(const std::string &revision,
                           const std::set<std::string> &sources,
                           const std::string &kept,
                           const std::atomic<bool> &cancelled) {
  if (sources.empty())
    return BaseFiles();
  Result<Checkout> checkout = Checkout::find(*sources.begin(), cancelled);
  if (!checkout)
    return std::unexpected(checkout.error());
  Result<std::string> commit = checkout->commit(revision);
  if (!commit)
    return std::unexpected(commit.error());
  Scratch scratch(kept + ".new");
  const std::string &top = checkout->top();
  Result<Words> changed = checkout->differing(*commit, "MTD", scratch.path());
  Result<Words> added = checkout->differing(*commit, "A", scratch.path());
  for (const Result<Words> *list : {&changed, &added})
    if (!*list)
      return std::unexpected(list->error());
  BaseFiles base;
  Words below; // sources, without the top
  for (const std::string &source : sources)
    if (source.starts_with(top + "/"))
      below.push_back(source.substr(top.size() + 1));
  std::ranges::move(checkout->untracked(below), std::back_inserter(*added));
  for (const std::string &file : *added)
    base.added.insert(top + "/" + file);
  std::string files = scratch.path() + "/files";
  std::error_code ignored;
  fs::create_directories(files, ignored);
  Status done = checkout->write(*commit, *changed, files, scratch.path());
  // Links and submodules are not replaced.
  std::erase_if(*changed, [&](const std::string &file) {
    return !fs::is_regular_file(
        fs::symlink_status(files + "/" + file, ignored));
  });
  if (done)
    done = place(base, top, *changed, files, kept);
  if (!done)
    return std::unexpected(done.error());
  return base;
}

void make_base(frontend::JobList &jobs, const BaseFiles &files,
               StoredUnits *units) {
  std::set<std::string> paths;
  for (const auto &[path, text] : files.differs)
    paths.insert(path);
  frontend::JobList out;
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    frontend::CompileJob job = jobs.jobs[i];
    if (files.added.contains(job.file))
      continue;
    bool is_same = paths.empty() || (units && units->reads_none_of(job, paths));
    if (!is_same)
      job.arguments.insert(job.arguments.end(),
                           {"-ivfsoverlay", files.overlay});
    out.jobs.push_back(std::move(job));
    if (i < jobs.outputs.size())
      out.outputs.push_back(jobs.outputs[i]);
  }
  jobs = std::move(out);
}

} // namespace wt::driver
