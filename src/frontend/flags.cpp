// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allow-list of compiler flags; see frontend/flags.h.

#include "frontend/flags.h"

#include <algorithm>
#include <span>

namespace wt::frontend {

namespace {

using Names = std::span<const std::string_view>;

// Kept, with a value behind them: "-I dir" or "-Idir".
constexpr std::string_view kWithValue[] = {
    "-I",         "-D",           "-U",          "-include",
    "-imacros",   "-isystem",     "-iquote",     "-idirafter",
    "-iprefix",   "-iwithprefix", "-iwithprefixbefore",
    "-isysroot",  "--sysroot",    "-target",     "-cxx-isystem",
    "-stdlib++-isystem"};

// Kept as they are.
constexpr std::string_view kAlone[] = {
    "-ansi", "-nostdinc", "-nostdinc++", "-undef",  "-trigraphs",
    "-m32",  "-m64",      "-mx32",       "-pthread", "-nobuiltininc",
    "-no-integrated-cpp"};

// Kept, with the value joined.
constexpr std::string_view kJoined[] = {
    "-std=",   "--std=",    "-stdlib=", "--sysroot=", "--target=", "-march=",
    "-mcpu=",  "-mfpu=",    "-mabi=",   "-mfloat-abi=", "-mcmodel="};

// Target features that decide which intrinsics a header declares.
constexpr std::string_view kFeaturePrefixes[] = {
    "-msse", "-mssse", "-mavx", "-mmmx", "-maes", "-mpclmul", "-mbmi",
    "-mfma", "-mf16c", "-mpopcnt", "-mlzcnt", "-mrdrnd", "-mrdseed", "-msha",
    "-madx", "-mcrc32", "-mvpclmul", "-mgfni", "-mrtm", "-mxsave", "-mmovbe",
    "-mcx16", "-mfsgsbase", "-mvaes", "-mwaitpkg", "-mclflushopt", "-mclwb"};

// -f flags that change what the source means, by the name behind -f or -fno-.
constexpr std::string_view kLanguageFlags[] = {
    "exceptions", "cxx-exceptions", "rtti", "short-enums", "short-wchar",
    "signed-char", "unsigned-char", "signed-bitfields", "ms-extensions",
    "gnu89-inline", "builtin", "freestanding", "hosted", "common",
    "pack-struct", "wrapv", "strict-enums", "char8_t", "coroutines",
    "coroutines-ts", "blocks", "concepts", "sized-deallocation",
    "aligned-allocation", "aligned-new", "threadsafe-statics", "operator-names",
    "dollars-in-identifiers", "asm", "gnu-keywords", "delayed-template-parsing",
    "relaxed-template-template-args", "delete-null-pointer-checks",
    "strict-overflow", "trapv", "elide-constructors", "lax-vector-conversions",
    "declspec", "access-control", "PIC", "PIE", "pic", "pie", "plan9-extensions",
    "experimental-library", "fixed-point", "digraphs", "permissive"};

// -f flags with a joined value.
constexpr std::string_view kLanguageValues[] = {
    "-ftemplate-depth=",  "-ftemplate-depth-", "-fconstexpr-depth=",
    "-fconstexpr-steps=", "-fbracket-depth=",  "-fpack-struct=",
    "-finput-charset=",   "-fno-builtin-",     "-fmacro-prefix-map=",
    "-fms-compatibility-version=", "-faligned-new="};

// Dropped together with the word behind them.
constexpr std::string_view kDroppedWithValue[] = {
    "-o",       "-MF",        "-MT",          "-MQ",       "-MJ",
    "-Xclang",  "-Xlinker",   "-Xassembler",  "-Xanalyzer", "-mllvm",
    "-L",       "-l",         "-T",           "-u",         "-z",
    "--param",  "-aux-info",  "-dumpbase",    "-dumpdir",   "-arch",
    "-e",       "-framework", "-B",           "-dependency-file",
    "-serialize-diagnostics", "--serialize-diagnostics", "-iframework",
    "-F",       "-G",         "-A",           "-specs",     "-wrapper",
    "-install_name", "-Xopenmp-target", "-Xcuda-ptxas", "-index-store-path"};

bool is_one_of(std::string_view word, Names names) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

bool starts_with_one_of(std::string_view word, Names names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return word.starts_with(name);
  });
}

bool is_language_flag(std::string_view word) {
  if (!word.starts_with("-f"))
    return false;
  word.remove_prefix(2);
  if (word.starts_with("no-"))
    word.remove_prefix(3);
  return is_one_of(word, kLanguageFlags);
}

bool is_feature_flag(std::string_view word) {
  if (!word.starts_with("-m"))
    return false;
  std::string plain(word);
  if (plain.starts_with("-mno-"))
    plain = "-m" + plain.substr(5);
  return starts_with_one_of(plain, kFeaturePrefixes);
}

class Cleaner {
public:
  explicit Cleaner(CleanFlags &out) : out_(out) {}

  void run(const std::vector<std::string> &words) {
    for (std::size_t i = 0; i < words.size(); ++i)
      i += take(words[i], i + 1 < words.size() ? &words[i + 1] : nullptr);
  }

private:
  // Returns how many words behind `word` belong to it.
  std::size_t take(const std::string &word, const std::string *next) {
    if (word.size() < 2 || word.front() != '-')
      return 0; // an input file
    if (word == "-x") {
      if (next)
        out_.language = *next;
      return next ? 1 : 0;
    }
    if (word.starts_with("-x")) {
      out_.language = word.substr(2);
      return 0;
    }
    if (word == "-Xpreprocessor") {
      if (next)
        run({*next});
      return next ? 1 : 0;
    }
    if (word.starts_with("-Wp,")) {
      run(split_at_commas(word.substr(4)));
      return 0;
    }
    if (is_one_of(word, kWithValue)) {
      if (!next)
        return 0;
      out_.arguments.push_back(word);
      out_.arguments.push_back(*next);
      return 1;
    }
    if (is_one_of(word, kDroppedWithValue))
      return next ? 1 : 0;
    bool is_kept = is_one_of(word, kAlone) ||
                   starts_with_one_of(word, kJoined) ||
                   starts_with_one_of(word, kLanguageValues) ||
                   is_joined_value(word) || is_language_flag(word) ||
                   is_feature_flag(word);
    if (is_kept)
      out_.arguments.push_back(word);
    return 0;
  }

  // "-Idir", "-DNAME=1", "-isystemdir" ...; longest names first matter not,
  // because Clang parses the word again.
  static bool is_joined_value(std::string_view word) {
    for (std::string_view name : kWithValue)
      if (word.size() > name.size() && word.starts_with(name) &&
          name != "-target" && name != "-include" && name != "-iprefix")
        return true;
    return false;
  }

  static std::vector<std::string> split_at_commas(const std::string &text) {
    std::vector<std::string> parts(1);
    for (char c : text) {
      if (c == ',')
        parts.emplace_back();
      else
        parts.back() += c;
    }
    return parts;
  }

  CleanFlags &out_;
};

} // namespace

CleanFlags clean_flags(const std::vector<std::string> &words) {
  CleanFlags out;
  Cleaner(out).run(words);
  return out;
}

SourceKind kind_of_source(std::string_view file, std::string_view language,
                          bool is_cxx_driver) {
  if (!language.empty() && language != "none") {
    if (language == "c" || language == "cpp-output" || language == "c-header")
      return SourceKind::kC;
    if (language.starts_with("c++"))
      return SourceKind::kCxx;
    return SourceKind::kNotForUs;
  }
  std::size_t dot = file.rfind('.');
  std::size_t slash = file.rfind('/');
  if (dot == std::string_view::npos ||
      (slash != std::string_view::npos && dot < slash))
    return SourceKind::kNotForUs;
  std::string_view extension = file.substr(dot + 1);
  constexpr std::string_view kC[] = {"c", "i", "h"};
  constexpr std::string_view kCxx[] = {"cc",  "cp",  "cxx", "cpp", "c++", "C",
                                       "CPP", "ii",  "hh",  "hpp", "hxx", "H",
                                       "h++", "tcc", "ipp", "inl"};
  if (is_one_of(extension, kC))
    return is_cxx_driver ? SourceKind::kCxx : SourceKind::kC;
  return is_one_of(extension, kCxx) ? SourceKind::kCxx : SourceKind::kNotForUs;
}

} // namespace wt::frontend
