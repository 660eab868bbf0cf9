// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The binary form of a result: see check_result.h.

#include "driver/check_result.h"

#include "support/bytes.h"

namespace wt::driver {

namespace {

constexpr std::uint64_t kFormat = 4;

class ResultWriter {
public:
  std::string write(const CheckResult &result) {
    out_.number(kFormat);
    list(result.findings, [&](const Finding &f) { finding(f); });
    list(result.not_analysed, [&](const report::NotAnalysed &item) {
      place(item.at);
      out_.string(item.function);
      out_.string(item.reason);
    });
    list(result.suppressions.lines(), [&](const SuppressedLine &line) {
      out_.string(line.file);
      out_.number(line.line);
      out_.signed_number(line.kind);
      out_.number(line.by);
    });
    list(result.suppressions.complaints(), [&](const TraceStep &complaint) {
      place(complaint.at);
      out_.string(complaint.message);
    });
    texts(result.notes);
    texts(result.files);
    out_.number(result.functions);
    out_.number(result.undecided);
    return out_.take();
  }

private:
  template <class Items, class Each> void list(const Items &items, Each each) {
    out_.number(items.size());
    for (const auto &item : items)
      each(item);
  }
  void texts(const std::vector<std::string> &all) {
    list(all, [&](const std::string &text) { out_.string(text); });
  }
  void place(const Location &at) {
    out_.string(at.file);
    out_.number(at.line);
    out_.number(at.column);
  }
  void finding(const Finding &f) {
    out_.byte(static_cast<std::uint8_t>(f.kind));
    out_.byte(static_cast<std::uint8_t>(f.confidence));
    out_.byte(static_cast<std::uint8_t>(f.severity));
    place(f.at);
    for (const std::string *text :
         {&f.function, &f.variable, &f.message, &f.alloc_function, &f.doubt,
          &f.macro, &f.fingerprint, &f.root, &f.evidence, &f.advice})
      out_.string(*text);
    texts(f.engines);
    texts(f.refuted_by);
    out_.byte(f.alloc.has_value());
    if (f.alloc)
      place(*f.alloc);
    list(f.lost, [&](const Location &at) { place(at); });
    list(f.trace, [&](const TraceStep &step) {
      place(step.at);
      out_.string(step.message);
    });
    list(f.broken, [&](const RuleNote &rule) {
      place(rule.at);
      out_.string(rule.priority);
      out_.string(rule.reason);
    });
    list(f.proposals, [&](const Fix &fix) {
      out_.string(fix.what);
      list(fix.edits, [&](const Edit &edit) {
        out_.string(edit.file);
        out_.number(edit.begin);
        out_.number(edit.end);
        out_.string(edit.text);
      });
    });
  }

  ByteWriter out_;
};

class ResultReader {
public:
  explicit ResultReader(std::string_view bytes) : in_(bytes) {}

  std::optional<CheckResult> read() {
    CheckResult result;
    if (in_.number() != kFormat)
      return std::nullopt;
    list(result.findings, [&](Finding &f) { finding(f); });
    list(result.not_analysed, [&](report::NotAnalysed &item) {
      place(item.at);
      text(item.function);
      text(item.reason);
    });
    std::vector<SuppressedLine> lines;
    list(lines, [&](SuppressedLine &line) {
      text(line.file);
      line.line = in_.small_number();
      line.kind = static_cast<int>(in_.signed_number());
      line.by = in_.small_number();
    });
    std::vector<TraceStep> complaints;
    list(complaints, [&](TraceStep &complaint) {
      place(complaint.at);
      text(complaint.message);
    });
    result.suppressions =
        Suppressions({lines.begin(), lines.end()}, std::move(complaints));
    texts(result.notes);
    texts(result.files);
    result.functions = in_.number();
    result.undecided = in_.number();
    if (in_.failed() || in_.left() != 0)
      return std::nullopt;
    return result;
  }

private:
  template <class Item, class Each>
  void list(std::vector<Item> &items, Each each) {
    items.resize(in_.count());
    for (Item &item : items)
      each(item);
  }
  void text(std::string &into) { into = std::string(in_.string()); }
  void texts(std::vector<std::string> &all) {
    list(all, [&](std::string &into) { text(into); });
  }
  void place(Location &at) {
    text(at.file);
    at.line = in_.small_number();
    at.column = in_.small_number();
  }
  template <class Choice> Choice choice(Choice last) {
    std::uint8_t number = in_.byte();
    if (number > static_cast<std::uint8_t>(last))
      in_.fail();
    return static_cast<Choice>(number);
  }
  void finding(Finding &f) {
    f.kind = choice(kLastFindingKind);
    f.confidence = choice(Confidence::kHigh);
    f.severity = choice(Severity::kWarning);
    place(f.at);
    for (std::string *into :
         {&f.function, &f.variable, &f.message, &f.alloc_function, &f.doubt,
          &f.macro, &f.fingerprint, &f.root, &f.evidence, &f.advice})
      text(*into);
    texts(f.engines);
    texts(f.refuted_by);
    if (in_.byte())
      place(f.alloc.emplace());
    list(f.lost, [&](Location &at) { place(at); });
    list(f.trace, [&](TraceStep &step) {
      place(step.at);
      text(step.message);
    });
    list(f.broken, [&](RuleNote &rule) {
      place(rule.at);
      text(rule.priority);
      text(rule.reason);
    });
    list(f.proposals, [&](Fix &fix) {
      text(fix.what);
      list(fix.edits, [&](Edit &edit) {
        text(edit.file);
        edit.begin = in_.small_number();
        edit.end = in_.small_number();
        text(edit.text);
      });
    });
  }

  ByteReader in_;
};

} // namespace

std::string write_result(const CheckResult &result) {
  return ResultWriter().write(result);
}

std::optional<CheckResult> read_result(std::string_view bytes) {
  return ResultReader(bytes).read();
}

} // namespace wt::driver
