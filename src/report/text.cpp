// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How does a person at the terminal read a finding?
//
// Like a diagnostic of the compiler:
//
//   src/a.c:4:13: warning: memory allocated here by strdup() is lost: ...
//   [leak, high confidence]
//     char *p = strdup(s);
//               ^
//   src/a.c:5:7: note: assuming 'bad' is true
//     if (bad)
//         ^
//   src/a.c:5:9: help: free 'p' before the return at line 5, as line 9 does
//
// Warnings come first; of a note only the first line is shown, unless the user
// asks for more.  What is lost for the same reason follows in a line each.
//
// Tested by tests/unit/report/report_test.cpp.

#include "report/report.h"

#include "fix/apply.h"
#include "support/escape.h"

#include <algorithm>
#include <map>
#include <span>

namespace wt::report {

namespace {

constexpr std::size_t kMostBefore = 3; // steps shown before the object exists

// Escape sequences of the terminal, or nothing.
struct Style {
  const char *bold = "", *warning = "", *note = "", *caret = "", *off = "";
};

Style style_of(bool colour) {
  if (!colour)
    return {};
  return {"\x1b[1m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"};
}

class TextWriter {
public:
  TextWriter(const TextOptions &options, SourceText &source)
      : options_(options), style_(style_of(options.colour)), source_(source) {}

  // A note is one line, unless the user wants more.
  void write(const Finding &finding) {
    bool is_note = finding.severity == Severity::kNote;
    bool is_brief = is_note && !options_.verbose;
    line(finding.at, is_note ? style_.note : style_.warning,
         name_of(finding.severity), headline(finding), !is_brief);
    if (is_brief)
      return;
    write_path(finding);
    if (!finding.doubt.empty())
      line(finding.at, style_.note, "note",
           "this path could not be confirmed: " + finding.doubt, false);
    for (const std::string &engine : finding.refuted_by)
      line(finding.at, style_.note, "note",
           "engine '" + engine + "' says that this cannot happen", false);
    if (!finding.advice.empty())
      line(finding.lost.empty() ? finding.at : finding.lost[0], style_.note,
           "help", finding.advice, false);
    if (finding.fix)
      out_ += escape_lines(diff_of(*finding.fix, options_.folder, source_));
  }

  // Lost for the same reason as what was just written.
  void write_companion(const Finding &finding) {
    std::string holder =
        finding.variable.empty() ? "" : " (" + finding.variable + ")";
    line(finding.at, style_.note, "note",
         "lost for the same reason" + holder + ": " + headline(finding), false);
  }

  std::string take() { return std::move(out_); }

private:
  // What was decided before the object existed is seldom of interest.
  void write_path(const Finding &finding) {
    std::span<const TraceStep> path = finding.trace;
    std::size_t first = options_.verbose ? 0 : steps_before_object(finding);
    if (first > kMostBefore) {
      line(path[first].at, style_.note, "note",
           std::to_string(first) + " steps before this are left out "
                                   "(--verbose shows them)",
           false);
      path = path.subspan(first);
    }
    for (const TraceStep &step : path)
      line(step.at, style_.note, "note", step.message);
  }

  // 0: the path does not pass the place where it is made.
  static std::size_t steps_before_object(const Finding &finding) {
    bool is_leak = finding.kind == FindingKind::kLeak ||
                   finding.kind == FindingKind::kResourceLeak;
    const Location made = is_leak         ? finding.at
                          : finding.alloc ? *finding.alloc
                                          : Location();
    auto step = std::ranges::find(finding.trace, made, &TraceStep::at);
    return step == finding.trace.end() ? 0 : step - finding.trace.begin();
  }

  static std::string headline(const Finding &finding) {
    return finding.message + " [" + name_of(finding.kind) + ", " +
           name_of(finding.confidence) + " confidence]";
  }

  void line(const Location &at, const char *colour, const char *word,
            const std::string &message, bool with_source = true) {
    out_ += style_.bold;
    out_ += escape_for_terminal(relative_to(at.file, options_.folder));
    out_ += ":" + std::to_string(at.line);
    if (at.column)
      out_ += ":" + std::to_string(at.column);
    out_ += ": ";
    out_ += style_.off;
    out_ += colour;
    out_ += word;
    out_ += ": ";
    out_ += style_.off;
    out_ += style_.bold;
    out_ += escape_for_terminal(message);
    out_ += style_.off;
    out_ += "\n";
    if (with_source)
      source_line(at);
  }

  void source_line(const Location &at) {
    std::string_view text = source_.line(at.file, at.line);
    if (text.find_first_not_of(" \t") == std::string_view::npos)
      return;
    constexpr std::size_t kLongest = 400;
    if (text.size() > kLongest) // generated code; a caret helps nobody there
      return;
    std::uint32_t column = at.column;
    out_ += "  " + escape_for_terminal(text, column ? &column : nullptr) + "\n";
    if (!column)
      return;
    out_ += "  " + std::string(column - 1, ' ');
    out_ += style_.caret;
    out_ += "^";
    out_ += style_.off;
    out_ += "\n";
  }

  const TextOptions &options_;
  Style style_;
  SourceText &source_;
  std::string out_;
};

} // namespace

std::string relative_to(const std::string &file, const std::string &folder) {
  bool is_below = !folder.empty() && file.size() > folder.size() + 1 &&
                  file.starts_with(folder) && file[folder.size()] == '/';
  return is_below ? file.substr(folder.size() + 1) : file;
}

std::string diff_of(const Fix &fix, const std::string &folder,
                    SourceText &source) {
  std::string out;
  for (const auto &[file, edits] : fix::by_file(fix.edits))
    out +=
        fix::unified_diff(relative_to(file, folder), source.text(file), edits);
  return out;
}

std::string render_text(const Report &report, const TextOptions &options,
                        SourceText &source) {
  TextWriter writer(options, source);
  // By root; those without one (of older results) are by themselves.
  std::map<std::string, std::vector<const Finding *>> companions;
  for (const Finding &finding : report.findings)
    companions[finding.root].push_back(&finding);
  auto is_first = [&](const Finding &finding) {
    return finding.root.empty() || companions[finding.root][0] == &finding;
  };
  for (Severity severity : {Severity::kWarning, Severity::kNote})
    for (const Finding &finding : report.findings) {
      if (finding.severity != severity || !is_first(finding))
        continue;
      writer.write(finding);
      if (finding.root.empty())
        continue;
      for (const Finding *other :
           std::span(companions[finding.root]).subspan(1))
        writer.write_companion(*other);
    }
  return writer.take();
}

} // namespace wt::report
