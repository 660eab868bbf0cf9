// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the words of compilers, linkers and archivers: see link_command.h.

#include "driver/link_command.h"

#include "frontend/words.h"
#include "support/path.h"

#include <algorithm>
#include <filesystem>

namespace wt::driver {

namespace fs = std::filesystem;

namespace {

enum class Tool { kNone, kCompiler, kLinker, kArchiver, kBetween };

bool is_one_of(std::string_view word, std::span<const std::string_view> list) {
  return std::ranges::find(list, word) != list.end();
}

// "gcc" of "/usr/bin/x86_64-linux-gnu-gcc-12".
std::string_view plain_name(std::string_view program) {
  std::string_view name = program.substr(program.rfind('/') + 1);
  std::size_t dash = name.rfind('-');
  if (dash != name.npos && dash + 1 < name.size() &&
      name.find_first_not_of("0123456789.", dash + 1) == name.npos)
    name = name.substr(0, dash); // the version
  return name;
}

Tool tool_of(std::string_view program) {
  constexpr std::string_view kCompilers[] = {
      "cc",   "c++",      "gcc",  "g++",   "clang", "clang++",
      "c89",  "c99",      "tcc",  "icc",   "icx",   "icpc",
      "icpx", "gfortran", "nvcc", "hipcc", "pgcc"};
  constexpr std::string_view kLinkers[] = {
      "ld", "ld.bfd", "ld.gold", "ld.lld", "ld.mold", "gold", "lld", "mold"};
  constexpr std::string_view kArchivers[] = {"ar"};
  std::string_view name = plain_name(program);
  if (name == "collect2")
    return Tool::kBetween;
  std::string_view last = name.substr(name.rfind('-') + 1); // of a target
  for (std::string_view candidate : {name, last}) {
    if (is_one_of(candidate, kCompilers))
      return Tool::kCompiler;
    if (is_one_of(candidate, kLinkers))
      return Tool::kLinker;
    if (is_one_of(candidate, kArchivers))
      return Tool::kArchiver;
  }
  return Tool::kNone;
}

// Options whose argument is the next word, and is no file to link.
constexpr std::string_view kCompilerPairs[] = {
    "-I",        "-D",           "-U",          "-include",
    "-imacros",  "-isystem",     "-iquote",     "-idirafter",
    "-iprefix",  "-iwithprefix", "-isysroot",   "-x",
    "-MF",       "-MT",          "-MQ",         "-MJ",
    "-Xlinker",  "-Xclang",      "-Xassembler", "-Xpreprocessor",
    "-T",        "-u",           "-z",          "-e",
    "-h",        "-target",      "-arch",       "-framework",
    "-mllvm",    "-dumpbase",    "-dumpdir",    "-dumpbase-ext",
    "-aux-info", "--param",      "-G",          "-A",
    "-B",        "-specs",       "-wrapper",    "--sysroot"};
constexpr std::string_view kLinkerPairs[] = {"-m",
                                             "-z",
                                             "-e",
                                             "-T",
                                             "-h",
                                             "-soname",
                                             "--soname",
                                             "-u",
                                             "--undefined",
                                             "-dynamic-linker",
                                             "--dynamic-linker",
                                             "-I",
                                             "-rpath",
                                             "--rpath",
                                             "-rpath-link",
                                             "--rpath-link",
                                             "-plugin",
                                             "--plugin",
                                             "-plugin-opt",
                                             "--plugin-opt",
                                             "-Map",
                                             "--Map",
                                             "-y",
                                             "-A",
                                             "-b",
                                             "--format",
                                             "-f",
                                             "-F",
                                             "-G",
                                             "-c",
                                             "-a",
                                             "-Y",
                                             "--entry",
                                             "--script",
                                             "--version-script",
                                             "--dynamic-list",
                                             "--defsym",
                                             "--wrap",
                                             "-Ttext",
                                             "-Tdata",
                                             "-Tbss",
                                             "--section-start",
                                             "--oformat",
                                             "-mllvm",
                                             "-init",
                                             "-fini",
                                             "--architecture",
                                             "--sysroot"};

// Commands with one of these do something else than link.
constexpr std::string_view kCompilesOnly[] = {
    "-c",           "-S",        "-E", "-M",     "-MM",  "-fsyntax-only",
    "-###",         "--version", "-V", "--help", "-cc1", "-cc1as",
    "--precompile", "-emit-ast"};

bool is_source(const std::string &file) {
  constexpr std::string_view kEndings[] = {
      ".c", ".i",   ".ii",  ".cc", ".cp", ".cxx", ".cpp", ".c++",
      ".C", ".CPP", ".m",   ".mm", ".s",  ".S",   ".sx",  ".f",
      ".F", ".f90", ".F90", ".cu", ".h",  ".hh",  ".hpp"};
  return is_one_of(fs::path(file).extension().string(), kEndings);
}

// The words of a compiler that links, or of a linker.
class LinkWords {
public:
  LinkWords(Tool tool, std::span<const std::string> words,
            const std::string &directory)
      : is_compiler_(tool == Tool::kCompiler), words_(words),
        directory_(directory) {}

  std::optional<LinkCommand> read() {
    for (at_ = 0; at_ < words_.size(); ++at_)
      if (!read_word(words_[at_]))
        return std::nullopt;
    if (files_.empty())
      return std::nullopt;
    bool is_named = !output_.empty();
    command_.output = absolute_path(is_named ? output_ : "a.out", directory_);
    for (const std::string &file : files_)
      add(file, is_named);
    return std::move(command_);
  }

private:
  // False: this is not about linking.
  bool read_word(const std::string &word) {
    if (is_compiler_ && is_one_of(word, kCompilesOnly))
      return false;
    if (word == "-shared" || word == "--shared" || word == "-Bshareable" ||
        word == "-dynamiclib" || word == "-bundle")
      command_.kind = LinkKind::kShared;
    else if (word == "-r" || word == "-i" || word == "--relocatable" ||
             word == "-Ur")
      command_.kind = LinkKind::kObject;
    else if (word == "-static" || word == "-Bstatic")
      is_static_ = true;
    else if (std::optional<std::string> file = value(word, "-o"))
      output_ = std::move(*file);
    else if (std::optional<std::string> folder = value(word, "-L"))
      folders_.push_back(absolute_path(*folder, directory_));
    else if (std::optional<std::string> name = value(word, "-l"))
      files_.push_back("-l" + *name);
    else if (is_compiler_ ? is_one_of(word, kCompilerPairs)
                          : is_one_of(word, kLinkerPairs))
      ++at_;
    else if (!word.starts_with("-") && !word.starts_with("@") && !word.empty())
      files_.push_back(word);
    return true;
  }

  // The argument of `-o file` or `-ofile`.
  std::optional<std::string> value(const std::string &word,
                                   std::string_view option) {
    if (word == option && at_ + 1 < words_.size())
      return words_[++at_];
    bool is_long = !is_compiler_ && word.starts_with("-omagic");
    if (!word.starts_with(option) || word.size() == option.size() || is_long)
      return std::nullopt;
    return word.substr(option.size());
  }

  void add(const std::string &file, bool is_named) {
    if (file.starts_with("-l")) {
      command_.inputs.push_back(library_files(file.substr(2)));
    } else if (!is_compiler_ || !is_source(file)) {
      command_.inputs.push_back({absolute_path(file, directory_)});
    } else if (!is_named) {
      // The database names no output for it, which stands for this one; with
      // -o it names the program itself.
      std::string object = fs::path(file).stem().string() + ".o";
      command_.inputs.push_back({absolute_path(object, directory_)});
    }
  }

  std::vector<std::string> library_files(const std::string &name) const {
    std::vector<std::string> files;
    bool is_exact = name.starts_with(":");
    for (const std::string &folder : folders_) {
      if (is_exact) {
        files.push_back(folder + "/" + name.substr(1));
        continue;
      }
      std::string stem = folder + "/lib" + name;
      files.push_back(stem + (is_static_ ? ".a" : ".so"));
      files.push_back(stem + (is_static_ ? ".so" : ".a"));
    }
    return files;
  }

  bool is_compiler_;
  std::span<const std::string> words_;
  const std::string &directory_;
  std::size_t at_ = 0;
  bool is_static_ = false;
  std::string output_;
  std::vector<std::string> folders_; // of -L
  std::vector<std::string> files_;   // and -lx, in order
  LinkCommand command_;
};

// ar [-]OPERATION[MODIFIERS] [PLACE] [COUNT] ARCHIVE [MEMBER...]
std::optional<LinkCommand> archive_command(std::span<const std::string> words,
                                           const std::string &directory) {
  std::string letters, folder = directory;
  std::size_t at = 0;
  for (; at < words.size(); ++at) {
    const std::string &word = words[at];
    if (word == "--plugin" || word == "--target" || word == "--output") {
      if (++at < words.size() && word == "--output")
        folder = absolute_path(words[at], directory);
    } else if (word.starts_with("--")) {
      continue;
    } else if (word.starts_with("-")) {
      letters += word.substr(1);
    } else if (letters.empty()) {
      letters = word;
    } else {
      break;
    }
  }
  auto has = [&](const char *any) {
    return letters.find_first_of(any) != letters.npos;
  };
  at += has("abi"); // the member to put them beside
  at += has("N");   // which of several members of one name
  if (at >= words.size() || has("dMpt"))
    return std::nullopt;
  std::string archive = absolute_path(words[at++], directory);
  LinkCommand command;
  if (has("x")) {
    command.is_extraction = true;
    command.output = folder;
    command.inputs.push_back({archive});
    return command;
  }
  if (!has("qr") || at >= words.size())
    return std::nullopt;
  command.kind = LinkKind::kArchive;
  command.output = archive;
  for (; at < words.size(); ++at)
    command.inputs.push_back({absolute_path(words[at], directory)});
  return command;
}

} // namespace

bool is_link_tool(std::string_view program) {
  return tool_of(program) != Tool::kNone;
}

std::optional<LinkCommand> link_command(std::string_view program,
                                        std::span<const std::string> words,
                                        const std::string &directory) {
  Tool tool = tool_of(program);
  if (tool == Tool::kNone || tool == Tool::kBetween)
    return std::nullopt;
  std::vector<std::string> all =
      frontend::expand_response_files({words.begin(), words.end()}, directory);
  if (tool == Tool::kArchiver)
    return archive_command(all, directory);
  return LinkWords(tool, all, directory).read();
}

} // namespace wt::driver
