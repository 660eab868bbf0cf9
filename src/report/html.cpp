// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of an HTML report: see html.h.

#include "report/html.h"

#include "report/page_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

// Of a longer file only the lines around the paths are written.
constexpr std::uint32_t kWholeFile = 20000;
constexpr std::uint32_t kAround = 200;
constexpr std::size_t kLongestLine = 2000;

std::string safe(const std::string &text) { return escape_for_terminal(text); }

// In the folder of the report.
std::string place_of(const PageFile &file) {
  std::string name(file.name);
  return name == "index.html" ? name : "page/" + name;
}

// ASCII only, and nothing that could end a script element.
std::string script(const std::string &name, const Json &value) {
  std::string out = "watertight.data(\"" + name + "\", ";
  for (char c : value.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out + ");\n";
}

class HtmlWriter {
public:
  HtmlWriter(const Report &report, const std::string &folder,
             SourceText &source, const FileSink &sink)
      : report_(report), folder_(folder), source_(source), sink_(sink) {}

  Status run();

private:
  std::size_t file(const std::string &name);
  Json place(const Location &at);
  Json row(const Finding &f);
  Json path(const Finding &f);
  Json summary() const;
  Json lines_of(const std::string &name, const std::set<std::uint32_t> &used);
  Status write_page();
  Status write_findings();
  Status write_sources();

  const Report &report_;
  const std::string &folder_;
  SourceText &source_;
  const FileSink &sink_;
  std::vector<std::string> files_; // in order of first mention
  std::map<std::string, std::size_t> indices_;
  std::vector<std::set<std::uint32_t>> used_; // lines that paths mention
};

std::size_t HtmlWriter::file(const std::string &name) {
  auto [found, is_new] = indices_.emplace(name, files_.size());
  if (is_new) {
    files_.push_back(name);
    used_.emplace_back();
  }
  return found->second;
}

// [file, line, column on the screen]
Json HtmlWriter::place(const Location &at) {
  std::size_t index = file(at.file);
  used_[index].insert(at.line);
  std::uint32_t column = at.column;
  if (column)
    escape_for_terminal(source_.line(at.file, at.line), &column);
  return Json::array({index, at.line, column});
}

Json HtmlWriter::row(const Finding &f) {
  Json row;
  row["id"] = f.fingerprint;
  row["kind"] = name_of(f.kind);
  row["severity"] = name_of(f.severity);
  row["confidence"] = name_of(f.confidence);
  row["at"] = place(f.at);
  row["function"] = safe(f.function);
  row["variable"] = safe(f.variable);
  row["message"] = safe(f.message);
  row["root"] = f.root;
  row["engines"] = f.engines;
  return row;
}

Json HtmlWriter::path(const Finding &f) {
  Json path;
  path["steps"] = Json::array();
  for (const TraceStep &step : f.trace)
    path["steps"].push_back(
        {{"at", place(step.at)}, {"text", safe(step.message)}});
  if (f.trace.empty())
    path["steps"].push_back({{"at", place(f.at)}, {"text", safe(f.message)}});
  path["lost"] = Json::array();
  for (const Location &at : f.lost)
    path["lost"].push_back(place(at));
  path["advice"] = safe(f.advice);
  path["doubt"] = safe(f.doubt);
  path["refutedBy"] = f.refuted_by;
  return path;
}

Json HtmlWriter::summary() const {
  const Totals &t = report_.totals;
  Json failed = Json::array();
  for (const FailedUnit &unit : report_.failed)
    failed.push_back(safe(relative_to(unit.file, folder_)));
  return {{"version", report_.version},
          {"units", t.units},
          {"failed", failed},
          {"functions", t.functions},
          {"notAnalysed", report_.not_analysed.size()},
          {"undecided", t.undecided},
          {"hidden",
           t.suppressed + t.in_baseline + t.deselected + t.below_confidence}};
}

// [[first line, [text, …]], …]: ranges of lines, in order.
Json HtmlWriter::lines_of(const std::string &name,
                          const std::set<std::uint32_t> &used) {
  std::uint32_t count = source_.line_count(name);
  Json ranges = Json::array();
  std::uint32_t next = 1; // not written yet
  auto add = [&](std::uint32_t from, std::uint32_t to) {
    from = std::max(from, next);
    to = std::min(to, count);
    if (from > to)
      return;
    if (ranges.empty() || from != next)
      ranges.push_back(Json::array({from, Json::array()}));
    for (std::uint32_t line = from; line <= to; ++line) {
      std::string_view text = source_.line(name, line);
      ranges.back()[1].push_back(
          escape_for_terminal(text.substr(0, kLongestLine)));
    }
    next = to + 1;
  };
  if (count <= kWholeFile)
    add(1, count);
  else
    for (std::uint32_t line : used)
      add(line > kAround ? line - kAround : 1, line + kAround);
  return ranges;
}

Status HtmlWriter::write_page() {
  for (const PageFile &file : page_files()) {
    if (Status s = sink_(place_of(file), std::string(file.text)); !s)
      return s;
  }
  return {};
}

Status HtmlWriter::write_findings() {
  Json rows = Json::array();
  const std::vector<Finding> &findings = report_.findings;
  for (std::size_t i = 0; i < findings.size(); i += kPathsPerFile) {
    Json paths = Json::array();
    std::size_t end = std::min(i + kPathsPerFile, findings.size());
    for (std::size_t j = i; j < end; ++j) {
      rows.push_back(row(findings[j]));
      paths.push_back(path(findings[j]));
    }
    std::string name = "path-" + std::to_string(i / kPathsPerFile);
    if (Status s = sink_("data/" + name + ".js", script(name, paths)); !s)
      return s;
  }
  Json names = Json::array();
  for (const std::string &name : files_)
    names.push_back(safe(relative_to(name, folder_)));
  Json all;
  all["summary"] = summary();
  all["pathsPerFile"] = kPathsPerFile;
  all["files"] = names;
  all["findings"] = rows;
  return sink_("data/findings.js", script("findings", all));
}

Status HtmlWriter::write_sources() {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    std::string name = "source-" + std::to_string(i);
    Json lines = lines_of(files_[i], used_[i]);
    if (Status s = sink_("data/" + name + ".js", script(name, lines)); !s)
      return s;
  }
  return {};
}

Status HtmlWriter::run() {
  if (Status status = write_page(); !status)
    return status;
  if (Status status = write_findings(); !status)
    return status;
  return write_sources();
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

Status render_html(const Report &report, const std::string &folder,
                   SourceText &source, const FileSink &sink) {
  return HtmlWriter(report, folder, source, sink).run();
}

bool is_html_report_file(const std::string &name) {
  for (const PageFile &file : page_files())
    if (name == place_of(file))
      return true;
  if (name == "data/findings.js")
    return true;
  for (std::string_view prefix : {"data/path-", "data/source-"})
    if (name.starts_with(prefix) && name.ends_with(".js") &&
        is_number(std::string_view(name).substr(
            prefix.size(), name.size() - prefix.size() - 3)))
      return true;
  return false;
}

} // namespace wt::report
