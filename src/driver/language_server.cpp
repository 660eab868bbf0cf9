// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See language_server.h.

#include "driver/language_server.h"

#include "finding/source_text.h"
#include "report/report.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace wt::driver {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kLargestMessage = std::size_t(64) << 20;
constexpr int kWarning = 2, kInformation = 3; // severities of the protocol
constexpr int kFullText = 1;                  // how the editor sends changes

// "file:///home/me/a%20b.c"; "" for what is no file.
std::string path_of(const std::string &uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme))
    return "";
  std::string out;
  for (std::size_t i = kScheme.size(); i < uri.size(); ++i) {
    bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                     std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
                     std::isxdigit(static_cast<unsigned char>(uri[i + 2]));
    if (!is_escape) {
      out += uri[i];
      continue;
    }
    out += static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return out;
}

class Server {
public:
  Server(std::FILE *in, std::FILE *out, const EditorQuestions &questions)
      : in_(in), out_(out), questions_(questions) {}

  int run();

private:
  std::optional<Json> read();
  void send(const Json &message);
  void answer(const Json &request, const Json &result);
  void refuse(const Json &request, int code, const char *why);
  void handle(const Json &message);
  void analyse(const std::string &file);
  void publish(const std::string &file);
  Json position(const std::string &file, std::uint32_t line,
                std::uint32_t column);
  Json range(const Location &at);
  Json diagnostic(const Finding &finding);
  Json actions(const Json &params);
  void add_fix(const Finding &finding, const Json &diagnostic, Json &list);
  Json suppression(const Finding &finding, const Json &diagnostic);

  std::FILE *in_, *out_;
  const EditorQuestions &questions_;
  std::set<std::string> open_; // files
  std::vector<Finding> findings_;
  SourceText source_; // as it was analysed
  bool is_shut_down_ = false, is_over_ = false;
};

// Nullopt: the editor is gone, or speaks something else.
std::optional<Json> Server::read() {
  std::size_t length = 0;
  std::string line;
  for (int c; (c = std::fgetc(in_)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (line.ends_with('\r'))
      line.pop_back();
    if (line.empty())
      break;
    constexpr std::string_view kLength = "Content-Length:";
    if (line.starts_with(kLength))
      length = std::strtoul(line.c_str() + kLength.size(), nullptr, 10);
    line.clear();
  }
  if (length == 0 || length > kLargestMessage)
    return std::nullopt;
  std::string text(length, '\0');
  if (std::fread(text.data(), 1, length, in_) != length)
    return std::nullopt;
  Json message = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return message.is_object() ? std::optional(message) : Json::object();
}

void Server::send(const Json &message) {
  std::string text =
      message.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::fprintf(out_, "Content-Length: %zu\r\n\r\n%s", text.size(),
               text.c_str());
  std::fflush(out_);
}

void Server::answer(const Json &request, const Json &result) {
  send({{"jsonrpc", "2.0"}, {"id", request.at("id")}, {"result", result}});
}

void Server::refuse(const Json &request, int code, const char *why) {
  send({{"jsonrpc", "2.0"},
        {"id", request.at("id")},
        {"error", {{"code", code}, {"message", why}}}});
}

// The protocol counts lines and UTF-16 code units from 0.
Json Server::position(const std::string &file, std::uint32_t line,
                      std::uint32_t column) {
  return {{"line", line ? line - 1 : 0},
          {"character",
           column ? report::utf16_column(source_.line(file, line), column) - 1
                  : 0}};
}

// From the place to the end of the word there.
Json Server::range(const Location &at) {
  std::string_view line = source_.line(at.file, at.line);
  std::uint32_t end = at.column ? at.column : 1;
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  while (end <= line.size() && is_word(line[end - 1]))
    ++end;
  return {{"start", position(at.file, at.line, at.column)},
          {"end", position(at.file, at.line, end)}};
}

Json Server::diagnostic(const Finding &f) {
  Json related = Json::array();
  for (const TraceStep &step : f.trace)
    if (!step.at.file.empty())
      related.push_back({{"location",
                          {{"uri", report::file_uri(step.at.file)},
                           {"range", range(step.at)}}},
                         {"message", step.message}});
  bool is_warning = f.severity == Severity::kWarning;
  return {{"range", range(f.at)},
          {"severity", is_warning ? kWarning : kInformation},
          {"code", name_of(f.kind)},
          {"source", "watertight"},
          {"message", f.message + (f.advice.empty() ? "" : "\n" + f.advice)},
          {"relatedInformation", related},
          {"data", {{"fingerprint", f.fingerprint}}}};
}

void Server::publish(const std::string &file) {
  Json list = Json::array();
  for (const Finding &f : findings_)
    if (f.at.file == file)
      list.push_back(diagnostic(f));
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/publishDiagnostics"},
        {"params", {{"uri", report::file_uri(file)}, {"diagnostics", list}}}});
}

void Server::analyse(const std::string &file) {
  findings_ = questions_.analyse(file);
  source_ = SourceText();
  for (const std::string &open : open_)
    publish(open);
}

void Server::add_fix(const Finding &finding, const Json &diagnostic,
                     Json &list) {
  std::optional<Fix> fix = questions_.mend(finding.fingerprint);
  if (!fix)
    return;
  Json changes = Json::object();
  for (const Edit &edit : fix->edits) {
    Location from = source_.place_of(edit.file, edit.begin);
    Location to = source_.place_of(edit.file, edit.end);
    changes[report::file_uri(edit.file)].push_back(
        {{"range",
          {{"start", position(edit.file, from.line, from.column)},
           {"end", position(edit.file, to.line, to.column)}}},
         {"newText", edit.text}});
  }
  list.push_back({{"title", fix->what},
                  {"kind", "quickfix"},
                  {"isPreferred", true},
                  {"diagnostics", Json::array({diagnostic})},
                  {"edit", {{"changes", changes}}}});
}

// A comment at the end of the site's line.
Json Server::suppression(const Finding &finding, const Json &diagnostic) {
  std::string_view line = source_.line(finding.at.file, finding.at.line);
  Json end = position(finding.at.file, finding.at.line,
                      static_cast<std::uint32_t>(line.size()) + 1);
  std::string kind = name_of(finding.kind);
  Json edit = {{"range", {{"start", end}, {"end", end}}},
               {"newText", " // watertight: ignore[" + kind + "]"}};
  Json changes;
  changes[report::file_uri(finding.at.file)] = Json::array({edit});
  return {{"title", "hide this " + kind + " by a comment"},
          {"kind", "quickfix"},
          {"diagnostics", Json::array({diagnostic})},
          {"edit", {{"changes", changes}}}};
}

Json Server::actions(const Json &params) {
  Json list = Json::array();
  std::string file = path_of(params.at("textDocument").value("uri", ""));
  auto line = [&](const char *end) -> std::uint32_t {
    return params.at("range").at(end).value("line", 0) + 1;
  };
  for (const Finding &f : findings_) {
    if (f.at.file != file || f.at.line < line("start") ||
        f.at.line > line("end"))
      continue;
    Json told = diagnostic(f);
    add_fix(f, told, list);
    if (!source_.line(f.at.file, f.at.line).ends_with('\\'))
      list.push_back(suppression(f, told));
  }
  return list;
}

void Server::handle(const Json &message) {
  std::string method = message.value("method", "");
  bool is_request = message.contains("id");
  const Json params = message.value("params", Json::object());
  auto document = [&] {
    return path_of(params.at("textDocument").value("uri", ""));
  };
  if (method == "initialize") {
    Json sync = {{"openClose", true},
                 {"change", kFullText},
                 {"save", {{"includeText", false}}}};
    Json can = {{"textDocumentSync", sync},
                {"codeActionProvider",
                 {{"codeActionKinds", Json::array({"quickfix"})}}}};
    answer(message,
           {{"capabilities", can}, {"serverInfo", {{"name", "watertight"}}}});
  } else if (method == "shutdown") {
    is_shut_down_ = true;
    answer(message, nullptr);
  } else if (method == "exit") {
    is_over_ = true;
  } else if (method == "textDocument/didOpen") {
    open_.insert(document());
    analyse(document());
  } else if (method == "textDocument/didSave") {
    analyse(document());
  } else if (method == "textDocument/didClose") {
    open_.erase(document());
  } else if (method == "textDocument/codeAction") {
    answer(message, actions(params));
  } else if (is_request) {
    refuse(message, -32601, "this request is not known");
  }
}

int Server::run() {
  while (!is_over_) {
    std::optional<Json> message = read();
    if (!message)
      break;
    try { // what lacks a member is no message of the protocol
      handle(*message);
    } catch (const Json::exception &) {
      if (message->contains("id"))
        refuse(*message, -32602, "the parameters are not understood");
    }
  }
  return is_shut_down_ ? 0 : 1;
}

} // namespace

int serve_editor(std::FILE *in, std::FILE *out,
                 const EditorQuestions &questions) {
  return Server(in, out, questions).run();
}

} // namespace wt::driver
