// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which flags reach Clang?  Tables of (words in, words out).

#include "frontend/flags.h"
#include "frontend/words.h"

#include <gtest/gtest.h>

namespace wt::frontend {
namespace {

std::string join(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

// Words in and out are written as one text, separated by spaces.
std::string clean(const std::string &words) {
  return join(clean_flags(split_words(words)).arguments);
}

TEST(Flags, WhatChangesTheMeaningIsKept) {
  for (const char *words : {
           "-DX",
           "-D X",
           "-DX=1",
           "-D X=1",
           "-UX",
           "-U X",
           "-I.",
           "-I .",
           "-I/usr/include/x",
           "-isystemX",
           "-isystem X",
           "-iquote X",
           "-iquoteX",
           "-idirafter X",
           "-iprefix /x/",
           "-iprefix/x/",
           "-iwithprefix X",
           "-iwithprefixbefore X",
           "-include config.h",
           "-includeconfig.h",
           "--include=config.h",
           "--include config.h",
           "-imacros m.h",
           "-imacrosm.h",
           "-isysroot /x",
           "--sysroot=/x",
           "--sysroot /x",
           "-std=gnu89",
           "-std=c++23",
           "--std=c11",
           "-ansi",
           "-m32",
           "-march=native",
           "-march=armv8-a",
           "--target=aarch64-linux-gnu",
           "-target aarch64-linux-gnu",
           "-msse4.2",
           "-mno-avx512f",
           "-pthread",
           "-nostdinc",
           "-nostdinc++",
           "-undef",
           "-trigraphs",
           "-fno-exceptions",
           "-fno-rtti",
           "-fshort-enums",
           "-funsigned-char",
           "-fms-extensions",
           "-fgnu89-inline",
           "-fno-builtin",
           "-fno-builtin-malloc",
           "-ffreestanding",
           "-fpack-struct=4",
           "-ftemplate-depth=2000",
           "-fno-delete-null-pointer-checks",
       })
    EXPECT_EQ(clean(words), words);
}

TEST(Flags, PluginsOutputsAndPassThroughAreDropped) {
  for (const char *words : {
           "-fno-freestanding", // Clang has no such flag
           "-fplugin=/tmp/evil.so",
           "-fplugin /tmp/evil.so",
           "-fplugin-arg-evil-x=1",
           "-fpass-plugin=/tmp/evil.so",
           "-Xclang -load -Xclang /tmp/evil.so",
           "-Xclang -add-plugin -Xclang evil",
           "-load /tmp/evil.so",
           "-mllvm -load=/tmp/evil.so",
           "--config /tmp/evil.cfg",
           "--config=/tmp/evil.cfg",
           "--config-system-dir=/tmp",
           "-specs=/tmp/evil",
           "--specs=/tmp/evil",
           "-specs /tmp/evil",
           "-wrapper /tmp/evil",
           "-B /tmp",
           "-B/tmp",
           "--prefix=/tmp",
           "-o out",
           "-oout",
           "--output=out",
           "-MD",
           "-MMD",
           "-MF out",
           "-MFout",
           "-MT x",
           "-MQ x",
           "-MJ out",
           "-MV",
           "-save-temps",
           "-save-temps=obj",
           "-dumpdir x/",
           "-ftime-trace=out",
           "-ftime-report",
           "-fcrash-diagnostics-dir=/tmp",
           "-gen-reproducer",
           "-fdiagnostics-format=sarif-file",
           "-serialize-diagnostics out",
           "--serialize-diagnostics out",
           "-index-store-path /tmp",
           "-fprofile-generate=/tmp",
           "-fprofile-use=/tmp/x",
           "-fmodules",
           "-fmodules-cache-path=/tmp",
           "-fmodule-map-file=/tmp/x",
           "-fmodule-output=/tmp/x",
           "-include-pch x",
           "-ivfsoverlay x",
           "-working-directory /tmp",
           "-resource-dir /tmp",
           "-resource-dir=/tmp",
           "-ccc-print-phases",
           "-###",
           "-v",
           "--version",
           "-E",
           "-S",
           "-c",
           "-emit-llvm",
           "-emit-ast",
           "-fsanitize=address",
           "-flto",
           "-flto=thin",
           "-O3",
           "-g",
           "-Wall",
           "-Werror=format",
           "-Wl,-rpath,/x",
           "-Wa,--noexecstack",
           "-Xlinker -rpath",
           "-Xassembler -x",
           "-Xanalyzer -x",
           "@/tmp/words",
           "-",
           "--",
           "a.c",
           "-L /x",
           "-lm",
           "-l m",
       })
    EXPECT_EQ(clean(words), "") << words;
}

TEST(Flags, FlagsOnlyGccKnowsAreDropped) {
  EXPECT_EQ(clean("-fno-tree-vectorize -Wno-maybe-uninitialized "
                  "-mno-avx256-split-unaligned-load --param=ssp-buffer-size=4 "
                  "--param max-inline-insns-single=3 -fconserve-stack "
                  "-fno-ipa-sra -fcf-protection=full -DKEPT "
                  "-fstack-clash-protection -Wa,-mx86-used-note=yes "
                  "-fno-allow-store-data-races -mpreferred-stack-boundary=3 "
                  "-mskip-rax-setup -mrecord-mcount -fzero-call-used-regs=all "
                  "-fvar-tracking-assignments -femit-struct-debug-baseonly"),
            "-DKEPT");
}

TEST(Flags, TheValueOfADroppedFlagIsDroppedToo) {
  EXPECT_EQ(clean("-o -DX -DY"), "-DY");
  EXPECT_EQ(clean("-MF -include -DY"), "-DY");
  EXPECT_EQ(clean("-Xclang -DX -DY"), "-DY");
  EXPECT_EQ(clean("-Xlinker -I/x -DY"), "-DY");
}

// What stands where a value stands is a value for Clang as well.
TEST(Flags, AValueThatLooksLikeAFlagStaysAValue) {
  EXPECT_EQ(clean("-I -fplugin=x"), "-I -fplugin=x");
  EXPECT_EQ(clean("-D -Wp,-MD,x"), "-D -Wp,-MD,x");
}

TEST(Flags, AFlagWithoutItsValueIsDropped) {
  for (const char *flag : {"-I", "-D", "-include", "-isystem", "-target", "-o",
                           "-x", "-Xclang", "-Xpreprocessor", "--sysroot"})
    EXPECT_EQ(clean(std::string("-DX ") + flag), "-DX") << flag;
}

// Clang would take the word behind these as their value.
TEST(Flags, LookalikesDoNotSwallowTheNextFlag) {
  EXPECT_EQ(clean("-isystem-after X"), "-isystem-after X");
  EXPECT_EQ(clean("-isystem-after"), "");
  EXPECT_EQ(clean("-target-cpu -DX"), "-DX");
  EXPECT_EQ(clean("-I- -DX"), "-DX");
  EXPECT_EQ(clean("--sysrootX -DX"), "-DX");
}

TEST(Flags, PreprocessorWrappersAreUnwrapped) {
  EXPECT_EQ(clean("-Wp,-MD,x"), "");
  EXPECT_EQ(clean("-Wp,-MMD,out.d,-MT,x"), "");
  EXPECT_EQ(clean("-Wp,-DX=1"), "-DX=1");
  EXPECT_EQ(clean("-Wp,-D,X=1,-UY"), "-D X=1 -UY");
  EXPECT_EQ(clean("-Wp,-D_FORTIFY_SOURCE=2 -DX"), "-D_FORTIFY_SOURCE=2 -DX");
  EXPECT_EQ(clean("-Wp,"), "");
  EXPECT_EQ(clean("-Wp,-I -Wp,dir"), "-I dir");
  EXPECT_EQ(clean("-Xpreprocessor -I -Xpreprocessor dir -DX"), "-I dir -DX");
  EXPECT_EQ(clean("-Xpreprocessor -fplugin=x"), "");
  EXPECT_EQ(clean("-Wp,-fplugin=x,-load,y"), "");
  EXPECT_EQ(clean("-Xpreprocessor -Wp,-fplugin=x"), "");
}

TEST(Flags, EmptyWordsDoNoHarm) {
  EXPECT_EQ(clean_flags({"", "-", "-DX", ""}).arguments,
            std::vector<std::string>{"-DX"});
  EXPECT_EQ(clean_flags({}).arguments, std::vector<std::string>{});
}

TEST(Flags, Language) {
  EXPECT_EQ(clean_flags({"-x", "c"}).language, "c");
  EXPECT_EQ(clean_flags({"-xc++"}).language, "c++");
  EXPECT_EQ(clean_flags({"-x", "c", "-x", "c++"}).language, "c++");
  EXPECT_EQ(clean_flags({"-xHost"}).language, "");
  EXPECT_EQ(clean_flags({"-I", "-xc++"}).language, "");
}

TEST(Flags, StandardsOfTheOtherLanguageAreDropped) {
  using Words = std::vector<std::string>;
  Words words{"-std=c11", "-std=c++17", "-DX", "--std=gnu++20", "-std=gnu89"};
  Words c = words, cxx = words;
  drop_foreign_standards(c, SourceKind::kC);
  drop_foreign_standards(cxx, SourceKind::kCxx);
  EXPECT_EQ(c, (Words{"-std=c11", "-DX", "-std=gnu89"}));
  EXPECT_EQ(cxx, (Words{"-std=c++17", "-DX", "--std=gnu++20"}));
}

TEST(Flags, KindOfSource) {
  struct Row {
    const char *file, *language;
    bool is_cxx_driver;
    SourceKind kind;
  };
  constexpr SourceKind kC = SourceKind::kC, kCxx = SourceKind::kCxx,
                       kNot = SourceKind::kNotForUs;
  for (const Row &row : {
           Row{"a.c", "", false, kC},
           Row{"a.c", "", true, kCxx},
           Row{"a.c", "c++", false, kCxx},
           Row{"a.cc", "c", true, kC},
           Row{"a.cc", "none", false, kCxx},
           Row{"a.i", "", false, kC},
           Row{"a.ii", "", false, kCxx},
           Row{"a.cpp", "", false, kCxx},
           Row{"a.cxx", "", false, kCxx},
           Row{"a.C", "", false, kCxx},
           Row{"a.h", "", false, kC},
           Row{"a.hpp", "", false, kCxx},
           Row{"a.S", "", false, kNot},
           Row{"a.s", "", true, kNot},
           Row{"a.f90", "", false, kNot},
           Row{"a.m", "", false, kNot},
           Row{"a.mm", "", true, kNot},
           Row{"a.cu", "", false, kNot},
           Row{"a.o", "", false, kNot},
           Row{"a", "", false, kNot},
           Row{"a", "c", false, kC},
           Row{"dir.c/a", "", false, kNot},
           Row{"", "", false, kNot},
           Row{"a.c", "assembler-with-cpp", false, kNot},
           Row{"a.c", "objective-c", false, kNot},
           Row{"a.c", "cpp-output", false, kC},
           Row{"a.c", "c++-cpp-output", false, kCxx},
       })
    EXPECT_EQ(kind_of_source(row.file, row.language, row.is_cxx_driver),
              row.kind)
        << row.file << " -x " << row.language;
}

} // namespace
} // namespace wt::frontend
