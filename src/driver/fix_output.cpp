// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See fix_output.h.

#include "driver/fix_output.h"

#include "driver/destination.h"
#include "driver/exit_status.h"
#include "driver/interrupt.h"
#include "fix/apply.h"
#include "report/report.h"
#include "support/escape.h"
#include "support/read_file.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace wt::driver {

namespace {

// "watertight-0123abcd.patch"
bool is_fix_file(const std::string &name) {
  constexpr std::string_view kPrefix = "watertight-", kSuffix = ".patch";
  if (name.size() != kPrefix.size() + 8 + kSuffix.size() ||
      !name.starts_with(kPrefix) || !name.ends_with(kSuffix))
    return false;
  return name.substr(kPrefix.size(), 8).find_first_not_of("0123456789abcdef") ==
         std::string::npos;
}

std::string place_of(const Finding &f, const std::string &folder) {
  return report::relative_to(f.at.file, folder) + ":" +
         std::to_string(f.at.line);
}

// The text before a diff, which `git apply` passes over: the change, and the
// findings that it mends.
std::string preamble(const Fix &fix, std::span<const Finding> findings,
                     const std::string &folder) {
  std::string out = fix.what + "\n\n";
  for (const Finding &f : findings)
    if (f.fix && f.fix->edits == fix.edits)
      out += place_of(f, folder) + ": " + f.message + " [" + name_of(f.kind) +
             "]\n";
  return out + "\n";
}

bool is_below(const Fix &fix, const std::string &folder) {
  for (const Edit &edit : fix.edits)
    if (report::relative_to(edit.file, folder) == edit.file)
      return false;
  return true;
}

// Asks until the answer is one of these letters; 'q' at the end of the input.
char ask(const std::string &question) {
  for (;;) {
    std::printf("%s", question.c_str());
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line) || interrupted()) {
      std::printf("\n");
      return 'q';
    }
    if (line == "y" || line == "n" || line == "q")
      return line[0];
  }
}

// The accepted fixes, and the files as they are with them.
class Editor {
public:
  explicit Editor(SourceText &source) : source_(source) {}

  bool has(const Fix &fix) const {
    return std::ranges::any_of(
        accepted_, [&](const Fix *other) { return other->edits == fix.edits; });
  }

  // False: it contradicts an accepted one.
  bool fits(const Fix &fix) const {
    std::vector<const Fix *> all = accepted_;
    all.push_back(&fix);
    return fix::united(all).has_value();
  }

  Status accept(const Fix &fix) {
    std::vector<const Fix *> all = accepted_;
    all.push_back(&fix);
    std::map<std::string, std::vector<Edit>> edits =
        fix::by_file(*fix::united(all));
    std::map<std::string, std::string> texts;
    for (const Edit &edit : fix.edits) {
      const std::string &file = edit.file;
      std::string old(source_.text(file));
      auto known = now_.find(file);
      Result<std::string> there = read_file(file, "the source");
      if (!there)
        return std::unexpected(there.error());
      if (*there != (known == now_.end() ? old : known->second))
        return fail("the file has changed since it was analysed", file);
      texts[file] = fix::edited(old, edits[file]);
    }
    for (auto &[file, text] : texts) {
      Result<AtomicFile> out = AtomicFile::create_behind_links(file);
      if (!out)
        return std::unexpected(out.error());
      if (Status status = out->write(text); !status)
        return status;
      now_[file] = std::move(text);
    }
    accepted_ = std::move(all);
    return {};
  }

private:
  SourceText &source_;
  std::vector<const Fix *> accepted_;
  std::map<std::string, std::string> now_;
};

} // namespace

Result<ReportFolder> create_fix_folder(const std::string &path) {
  return ReportFolder::create(path, is_fix_file);
}

Status write_fixes(ReportFolder &to, std::span<const Finding> findings,
                   const std::string &folder, SourceText &source) {
  std::vector<const Fix *> done; // one change may mend several findings
  for (const Finding &f : findings) {
    auto is_same = [&](const Fix *fix) { return fix->edits == f.fix->edits; };
    if (!f.fix || !is_below(*f.fix, folder) ||
        std::ranges::any_of(done, is_same))
      continue;
    done.push_back(&*f.fix);
    std::string name = "watertight-" + f.fingerprint.substr(0, 8) + ".patch";
    Status status = to.add(name, preamble(*f.fix, findings, folder) +
                                     report::diff_of(*f.fix, folder, source));
    if (!status)
      return status;
  }
  return to.publish();
}

int apply_fixes(const Options &options, std::span<const Finding> findings,
                const std::string &folder, SourceText &source,
                Console &console) {
  Editor editor(source);
  std::size_t offered = 0, applied = 0;
  for (const Finding &f : findings) {
    if (!f.fix)
      continue;
    ++offered;
    std::printf("%s: %s\n%s%s\n",
                escape_for_terminal(place_of(f, folder)).c_str(),
                escape_for_terminal(f.message).c_str(),
                escape_lines(report::diff_of(*f.fix, folder, source)).c_str(),
                escape_for_terminal(f.fix->what).c_str());
    if (!editor.fits(*f.fix)) {
      std::printf("left out: another change is made at the same place\n\n");
      continue;
    }
    if (editor.has(*f.fix)) {
      std::printf("the same change was applied for a finding above\n\n");
      ++applied;
      continue;
    }
    char answer = options.yes ? 'y' : ask("apply this change (y, n, q)? ");
    if (answer == 'q')
      break;
    std::printf("\n");
    if (answer == 'n')
      continue;
    if (Status status = editor.accept(*f.fix); !status) {
      console.error(status.error());
      return kFailed;
    }
    ++applied;
  }
  std::fflush(stdout);
  std::size_t without = findings.size() - offered;
  console.note("watertight: " + std::to_string(applied) + " of " +
               std::to_string(offered) +
               (offered == 1 ? " verified fix" : " verified fixes") +
               " applied; " + std::to_string(without) +
               (without == 1 ? " finding has" : " findings have") +
               " no verified fix");
  return kFine;
}

} // namespace wt::driver
