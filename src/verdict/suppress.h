// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which findings did the programmer ask not to see?
//
// Comments in the source, at the site or at the place where the object is
// lost, on that line or alone on the line before:
//
//   // watertight: ignore            everything
//   // watertight: ignore leak the cache lives for ever
//   // NOLINT(watertight)            that line only
//   // NOLINTNEXTLINE(watertight)    the next line only
//   [[clang::suppress]] …;           the statement or block behind it
//
// A comment with a misspelt word, or one that hides nothing, is a complaint.
//
// Tested by tests/unit/finding/select_test.cpp.

#pragma once

#include "finding/finding.h"
#include "finding/source_text.h"
#include "program/program.h"

#include <optional>
#include <set>
#include <span>

namespace wt {

// What one comment switches off.
struct SuppressionRule {
  std::optional<FindingKind> kind; // none: all kinds
  bool same_line = false;
  bool next_line = false;
  bool next_line_if_alone = false; // when no code is beside the comment
};

// What is wrong with a comment that seems to be addressed to us; "": nothing.
std::string complaint_about(std::string_view comment);

// None when the comment is not addressed to us.
std::optional<SuppressionRule> parse_suppression(std::string_view comment);

// Is there nothing but blanks before and after the comment?  Also true when
// the source cannot be read or has changed.
bool stands_alone(const Location &comment, std::string_view text,
                  SourceText &source);

// A line whose findings of one kind, or of all, are switched off.
struct SuppressedLine {
  std::string file;
  std::uint32_t line = 0;
  int kind = -1;        // a FindingKind; -1: all
  std::uint32_t by = 0; // the line of the comment that says so
  auto operator<=>(const SuppressedLine &) const = default;
};

class Suppressions {
public:
  explicit Suppressions(const Program &program);
  Suppressions(std::set<SuppressedLine> lines,
               std::vector<TraceStep> complaints)
      : lines_(std::move(lines)), complaints_(std::move(complaints)) {}
  Suppressions() = default;

  const std::set<SuppressedLine> &lines() const { return lines_; }

  // `is_alone`: no code on its lines.  Only then `ignore` speaks for the line
  // after it; NOLINTNEXTLINE always does.
  void add(const Location &comment, std::string_view text,
           bool is_alone = true);

  // `[[clang::suppress]]` in the text of a file.
  void add_attributes(const std::string &file, SourceText &source);

  // The site's line is switched off, or every losing place is.
  bool hides(const Finding &finding) const;

  // About comments that cannot be understood.
  const std::vector<TraceStep> &complaints() const { return complaints_; }
  // The comments that hide none of these; `all` findings, of any confidence.
  std::vector<Location> unused(std::span<const Finding> all) const;

private:
  using Lines = std::set<SuppressedLine>;
  // The comments that switch the line off.
  std::vector<Lines::const_iterator> by(FindingKind kind,
                                        const Location &at) const;
  // Those that hide the finding; empty: it is not hidden.
  std::vector<Lines::const_iterator> by(const Finding &finding) const;

  Lines lines_;
  std::vector<TraceStep> complaints_;
};

} // namespace wt
