// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allow-list of compiler flags; see frontend/flags.h.

#include "frontend/flags.h"

#include <algorithm>
#include <span>

namespace wt::frontend {

namespace {

using Names = std::span<const std::string_view>;

// clang-format off

// Kept, with the value behind them or joined: "-I dir" or "-Idir".  Clang must
// take a value for each of these, or the next word would be an option.
constexpr std::string_view kJoinedOrSeparate[] = {
    "-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote",
    "-idirafter", "-iprefix", "-isysroot", "-iwithprefix",
    "-iwithprefixbefore", "-cxx-isystem", "-iwithsysroot",
    "-stdlib++-isystem"};

// Kept, with the value behind them only.
constexpr std::string_view kSeparate[] = {
    "--sysroot", "-target", "--include", "-isystem-after"};

// Words that begin like one of the above and mean something else to Clang.
constexpr std::string_view kLookalikes[] = {
    "-include-", "-isystem-after", "-I-"};

// Kept as they are.
constexpr std::string_view kAlone[] = {
    "-ansi", "-nostdinc", "-nostdinc++", "-undef", "-trigraphs", "-m32",
    "-m64", "-mx32", "-pthread", "-nobuiltininc", "-nostdlibinc", "-mthumb",
    "-marm", "-mbig-endian", "-mlittle-endian", "-mgeneral-regs-only"};

// Kept, with the value joined.
constexpr std::string_view kJoined[] = {
    "-std=", "--std=", "-stdlib=", "--sysroot=", "--target=", "-march=",
    "-mcpu=", "-mfpu=", "-mabi=", "-mfloat-abi=", "-mcmodel=", "--include="};

// Target features that decide which intrinsics a header declares.
constexpr std::string_view kFeaturePrefixes[] = {
    "-msse", "-mssse", "-mavx", "-mmmx", "-maes", "-mpclmul", "-mbmi",
    "-mfma", "-mf16c", "-mpopcnt", "-mlzcnt", "-mrdrnd", "-mrdseed",
    "-msha", "-madx", "-mcrc32", "-mvpclmul", "-mgfni", "-mrtm", "-mxsave",
    "-mmovbe", "-mcx16", "-mfsgsbase", "-mvaes", "-mwaitpkg",
    "-mclflushopt", "-mclwb", "-mxop", "-mtbm", "-m3dnow", "-mprfchw",
    "-mshstk", "-mserialize", "-mamx", "-mrdpid", "-minvpcid", "-mmovdir",
    "-mpku", "-maltivec", "-mvsx"};

// -f flags that change what the source means, by the name behind -f or -fno-.
constexpr std::string_view kLanguageFlags[] = {
    "exceptions", "cxx-exceptions", "rtti", "short-enums", "short-wchar",
    "signed-char", "unsigned-char", "signed-bitfields", "ms-extensions",
    "gnu89-inline", "builtin", "freestanding", "hosted", "common",
    "pack-struct", "wrapv", "strict-enums", "char8_t", "coroutines",
    "blocks", "sized-deallocation", "aligned-allocation", "aligned-new",
    "threadsafe-statics", "operator-names", "dollars-in-identifiers", "asm",
    "gnu-keywords", "delayed-template-parsing",
    "relaxed-template-template-args", "delete-null-pointer-checks",
    "strict-overflow", "trapv", "elide-constructors",
    "lax-vector-conversions", "declspec", "access-control", "PIC", "PIE",
    "pic", "pie", "experimental-library", "fixed-point", "digraphs",
    "permissive"};

// Those of them that Clang knows only without "no-".
constexpr std::string_view kOnlyPositive[] = {
    "freestanding", "hosted", "signed-bitfields", "trapv"};

// -f flags with a joined value.
constexpr std::string_view kLanguageValues[] = {
    "-ftemplate-depth=", "-ftemplate-depth-", "-fconstexpr-depth=",
    "-fconstexpr-steps=", "-fbracket-depth=", "-fpack-struct=",
    "-finput-charset=", "-fno-builtin-", "-fmacro-prefix-map=",
    "-fms-compatibility-version=", "-faligned-new="};

// Dropped together with the word behind them.
constexpr std::string_view kDroppedWithValue[] = {
    "-o", "-MF", "-MT", "-MQ", "-MJ", "-Xclang", "-Xlinker", "-Xassembler",
    "-Xanalyzer", "-mllvm", "-L", "-l", "-T", "-u", "-z", "--param",
    "-aux-info", "-dumpbase", "-dumpdir", "-arch", "-e", "-framework", "-B",
    "-dependency-file", "-serialize-diagnostics", "--serialize-diagnostics",
    "-iframework", "-F", "-G", "-A", "-specs", "-wrapper", "-install_name",
    "-Xopenmp-target", "-Xcuda-ptxas", "-index-store-path", "-include-pch",
    "-ivfsoverlay", "-working-directory", "-Xcompiler", "-Xarch_host",
    "-imultilib", "-imultiarch", "--config", "-load", "-fplugin",
    "-main-file-name", "-current_version", "-compatibility_version"};

// Dropped, and of no interest for what the source means: how it is optimised,
// what is warned of, where outputs go.
constexpr std::string_view kIdle[] = {
    "-O", "-g", "-W", "-w", "-c", "-S", "-E", "-M", "-pipe", "-s", "-o", "-l",
    "-L", "-pedantic", "-v", "-p", "-r", "-shared", "-static", "-rdynamic",
    "-no-pie", "-pie", "-nostartfiles", "-nodefaultlibs", "-nostdlib", "-Q",
    "-save-temps", "-fdiagnostics", "-fno-diagnostics", "-fstack", "-fno-stack",
    "-fvisibility", "-ffunction-sections", "-fdata-sections", "-flto",
    "-fno-lto", "-fuse-", "-ffat-lto", "-fno-fat-lto", "-fdebug",
    "-ffile-prefix", "-frandom-seed", "-fprofile", "-ftest-coverage",
    "-fcoverage", "-fsanitize", "-fno-sanitize", "-fomit", "-fno-omit",
    "-fcf-protection", "-fno-plt", "-fplt", "-funroll", "-fno-unroll",
    "-finline", "-fno-inline", "-ftree", "-fno-tree", "-fipa", "-fno-ipa",
    "-fgcse", "-fno-gcse", "-fmessage-length", "-fmax-errors", "-ferror-limit",
    "-fcolor", "-fno-color", "-fcaret", "-fno-caret", "-fansi", "-ffast-math",
    "-fno-math", "-fmath", "-ffp-", "-fno-fast", "-ftrapping", "-fno-trapping",
    "-fsigned-zeros", "-fno-signed-zeros", "-fmerge", "-fno-merge",
    "-fsemantic", "-fno-semantic", "-fasynchronous", "-fno-asynchronous",
    "-funwind", "-fno-unwind", "-fstrict-aliasing", "-fno-strict-aliasing",
    "-falign", "-fno-align", "-fschedule", "-fno-schedule", "-freorder",
    "-fno-reorder", "-fvar-tracking", "-fno-var-tracking", "-fdump",
    "-fident", "-fno-ident", "-fzero-", "-ftrivial-auto-var-init", "-fhardened",
    "-fconserve", "-fkeep", "-fno-keep", "-fshow", "-fno-show", "-frecord",
    "-ftime", "-fexcess", "-fno-guess", "-fwhole-program", "-fira", "-fno-ira",
    "-fpeel", "-fvect", "-fno-vect", "-fno-delete", "-fno-strict-overflow",
    "-mtune=", "-mno-red-zone", "-mfpmath", "-mindirect", "-mfunction",
    "-mpreferred", "-mstack", "-mbranch", "-mrecord", "-mno-", "-mvzeroupper",
    "-mprefer", "-mavx256-split"};

// Of those with a value, the ones that the source may depend on.
constexpr std::string_view kNotIdleWithValue[] = {
    "-Xclang", "-mllvm", "-arch", "-A", "-specs", "-wrapper", "-include-pch",
    "-ivfsoverlay", "-working-directory", "--config", "-load", "-fplugin",
    "-F", "-iframework", "-imultilib", "-imultiarch"};

// clang-format on

bool is_one_of(std::string_view word, Names names) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

bool starts_with_one_of(std::string_view word, Names names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return word.starts_with(name);
  });
}

bool takes_value(std::string_view word) {
  return is_one_of(word, kJoinedOrSeparate) || is_one_of(word, kSeparate);
}

bool is_language_flag(std::string_view word) {
  if (!word.starts_with("-f"))
    return false;
  word.remove_prefix(2);
  if (!word.starts_with("no-"))
    return is_one_of(word, kLanguageFlags);
  word.remove_prefix(3);
  return is_one_of(word, kLanguageFlags) && !is_one_of(word, kOnlyPositive);
}

bool is_feature_flag(std::string_view word) {
  if (!word.starts_with("-m"))
    return false;
  std::string plain(word);
  if (plain.starts_with("-mno-"))
    plain = "-m" + plain.substr(5);
  // A feature is one word; -mavx256-split-unaligned-load is for GCC's
  // optimiser.
  return starts_with_one_of(plain, kFeaturePrefixes) &&
         plain.find_first_of("-=", 1) == std::string::npos;
}

// -Wp,-I,dir and -Xpreprocessor -I -Xpreprocessor dir are other spellings of
// -I dir.
std::vector<std::string> unwrap(const std::vector<std::string> &words) {
  std::vector<std::string> plain;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-Xpreprocessor" && i + 1 < words.size()) {
      plain.push_back(words[++i]);
    } else if (words[i].starts_with("-Wp,")) {
      std::string_view list = std::string_view(words[i]).substr(4);
      for (std::size_t comma = 0; comma != std::string_view::npos;) {
        comma = list.find(',');
        plain.emplace_back(list.substr(0, comma));
        list.remove_prefix(std::min(list.size(), comma) +
                           (comma != std::string_view::npos));
      }
    } else {
      plain.push_back(words[i]);
      // A value is never a wrapper: -D -Wp,-I is an odd macro.
      bool has_value =
          takes_value(words[i]) || is_one_of(words[i], kDroppedWithValue);
      if (has_value && i + 1 < words.size() && words[i + 1] != "-Xpreprocessor")
        plain.push_back(words[++i]);
    }
  }
  return plain;
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
      if (word[2] >= 'a' && word[2] <= 'z') // not -xHost, -xAVX
        out_.language = word.substr(2);
      return 0;
    }
    if (takes_value(word)) {
      if (!next)
        return 0;
      out_.arguments.push_back(word);
      out_.arguments.push_back(*next);
      return 1;
    }
    if (is_one_of(word, kDroppedWithValue)) {
      if (is_one_of(word, kNotIdleWithValue))
        out_.dropped.push_back(next ? word + " " + *next : word);
      return next ? 1 : 0;
    }
    bool is_kept =
        is_one_of(word, kAlone) || starts_with_one_of(word, kJoined) ||
        starts_with_one_of(word, kLanguageValues) || is_joined_value(word) ||
        is_language_flag(word) || is_feature_flag(word);
    if (is_kept)
      out_.arguments.push_back(word);
    else if (!starts_with_one_of(word, kIdle))
      out_.dropped.push_back(word);
    return 0;
  }

  // "-Idir", "-DNAME=1", "-isystemdir", "-includefile" ...
  static bool is_joined_value(std::string_view word) {
    return starts_with_one_of(word, kJoinedOrSeparate) &&
           !starts_with_one_of(word, kLookalikes);
  }

  CleanFlags &out_;
};

} // namespace

CleanFlags clean_flags(const std::vector<std::string> &words) {
  CleanFlags out;
  Cleaner(out).run(unwrap(words));
  return out;
}

void drop_foreign_standards(std::vector<std::string> &arguments,
                            SourceKind kind) {
  std::erase_if(arguments, [&](std::string_view word) {
    if (!word.starts_with("-std=") && !word.starts_with("--std="))
      return false;
    return word.contains("++") != (kind == SourceKind::kCxx);
  });
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
