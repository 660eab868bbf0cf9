// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles and runs generated programs; see execute.h.
//
// The C file itself is free of test code, so that the front end may read it
// too.  A second file defines the macros and includes it.

#include "execute.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace wt::agree {

namespace {

constexpr const char *kMacros =
    "void *run_malloc(unsigned long, int);\n"
    "void *run_realloc(void *, unsigned long, int);\n"
    "void run_free(void *, int);\n"
    "void run_escape(char *);\n"
    "#include \"programs_prelude.h\"\n"
    "#define malloc(n) run_malloc(n, __LINE__)\n"
    "#define realloc(p, n) run_realloc(p, n, __LINE__)\n"
    "#define strdup(s) run_malloc(8, __LINE__)\n"
    "#define free(p) run_free(p, __LINE__)\n"
    "#define escape(p) run_escape(p)\n"
    "#include \"programs.c\"\n"
    "struct Entry { const char *name; char *(*f)(int, int, char *, char **); "
    "};\n"
    "const struct Entry programs[] = {\n";

Status write_file(const std::string &path, const std::string &text) {
  std::ofstream out(path);
  out << text;
  out.close();
  if (!out)
    return fail("cannot write", path);
  return {};
}

// "name leak 12 15 double 20 use"
void read_line(const std::string &line, Execution &execution) {
  std::istringstream in(line);
  std::string name, word;
  in >> name;
  Observed observed;
  std::set<std::uint32_t> *lines = nullptr;
  while (in >> word) {
    if (word == "leak")
      lines = &observed.leaked;
    else if (word == "double")
      lines = &observed.freed_twice;
    else if (word == "use")
      observed.used_after_free = true;
    else if (lines)
      lines->insert(std::stoul(word));
  }
  execution.programs[name] = std::move(observed);
}

} // namespace

Result<Execution> execute(std::vector<Sketch> &sketches,
                          const std::string &folder) {
  Execution execution;
  execution.c_file = folder + "/programs.c";
  std::string text = "#include \"programs_prelude.h\"\n";
  std::string table = kMacros;
  for (Sketch &sketch : sketches) {
    text += render_c(sketch, 1 + std::ranges::count(text, '\n'));
    const std::string &name = sketch.functions.back().name;
    table += "  {\"" + name + "\", " + name + "},\n";
  }
  table += "  {0, 0}};\n";
  for (const auto &[name, content] :
       {std::pair{"/programs_prelude.h", "#pragma once\n" + c_prelude()},
        std::pair{"/programs.c", text}, std::pair{"/table.c", table}})
    if (Status written = write_file(folder + name, content); !written)
      return std::unexpected(written.error());

  std::string program = folder + "/programs";
  std::string compile = std::string(WT_C_COMPILER) +
                        " -std=c11 -O0 -g -w -o '" + program + "' '" + folder +
                        "/table.c' '" + WT_RUNTIME + "'";
  if (std::system(compile.c_str()) != 0)
    return fail("the generated programs do not compile", execution.c_file);
  std::FILE *pipe = popen(("'" + program + "'").c_str(), "r");
  if (!pipe)
    return fail("cannot run", program);
  std::string line;
  for (int c; (c = std::fgetc(pipe)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    read_line(line, execution);
    line.clear();
  }
  if (pclose(pipe) != 0)
    return fail("the generated programs did not run to their end", program);
  return execution;
}

} // namespace wt::agree
