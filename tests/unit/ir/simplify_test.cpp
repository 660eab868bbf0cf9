// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text in, text out for ir/simplify.h.  What simplify() leaves dead is removed
// as in ir/normalise.h, so that the tables show what an engine sees.

#include "ir/simplify.h"

#include "ir/compact.h"
#include "pass_text.h"

#include <algorithm>

namespace wt::ir {
namespace {

void simplify_and_clean(Unit &unit, Function &function) {
  simplify(unit, function);
  remove_dead_values(function);
  compact(function);
}

// A function that returns the last value of `body`, which is called %v there.
std::string around(const std::string &leaves, const std::string &body,
                   const std::string &result) {
  std::string text = leaves + body;
  std::string last =
      "%" + std::to_string(std::count(text.begin(), text.end(), '=') - 1);
  text.replace(text.find("%v"), 2, last);
  return "function @f type unknown result " + result + " {\n" + text +
         "  return " + last + "\n}\n";
}

struct Case {
  const char *name;
  const char *leaves; // before b0
  const char *body;   // gives %v
  const char *result; // type
  const char *after;  // body and leaves without the head, as printed
};

const Case kCases[] = {
    {"a comparison of a widened bool with 0 is the bool",
     "  %0 = opaque u1\n  %1 = int i32 0\n",
     "b0:\n  %2 = cast zext i32 %0\n  %v = compare ne u1 %2, %1\n", "u1",
     "  %0 = opaque u1\nb0:\n  %1 = return %0\n"},
    {"widened twice, with the sign the second time",
     "  %0 = opaque u1\n  %1 = int i64 0\n",
     "b0:\n  %2 = cast zext i32 %0\n  %3 = cast sext i64 %2\n"
     "  %v = compare ne u1 %3, %1\n",
     "u1", "  %0 = opaque u1\nb0:\n  %1 = return %0\n"},
    {"the sign of a bool is not its value",
     "  %0 = opaque u1\n  %1 = int i32 1\n",
     "b0:\n  %2 = cast sext i32 %0\n  %v = compare eq u1 %2, %1\n", "u1",
     "  %0 = opaque u1\n  %1 = int i32 1\nb0:\n  %2 = cast sext i32 %0\n"
     "  %3 = compare eq u1 %2, %1\n  %4 = return %3\n"},
    {"not not of a comparison",
     "  %0 = opaque ptr<i8>\n  %1 = null ptr<i8>\n  %2 = int i1 1\n"
     "  %3 = int i32 0\n",
     "b0:\n  %4 = compare ne u1 %0, %1\n  %5 = binop xor i1 %4, %2\n"
     "  %6 = binop xor i1 %5, %2\n  %7 = cast zext i32 %6\n"
     "  %v = compare ne u1 %7, %3\n",
     "u1",
     "  %0 = opaque ptr<i8>\n  %1 = null ptr<i8>\nb0:\n"
     "  %2 = compare ne u1 %0, %1\n  %3 = return %2\n"},
    {"compared with 0 for equality: the inverse",
     "  %0 = opaque i32\n  %1 = int i32 5\n  %2 = int i32 0\n",
     "b0:\n  %3 = compare slt u1 %0, %1\n  %4 = cast zext i32 %3\n"
     "  %v = compare eq u1 %4, %2\n",
     "u1",
     "  %0 = opaque i32\n  %1 = int i32 5\nb0:\n"
     "  %2 = compare sge u1 %0, %1\n  %3 = return %2\n"},
    {"a remainder by a power of two is a mask",
     "  %0 = opaque u32\n  %1 = int u32 8\n",
     "b0:\n  %v = binop urem u32 %0, %1\n", "u32",
     "  %0 = opaque u32\n  %1 = int u32 7\nb0:\n"
     "  %2 = binop and u32 %0, %1\n  %3 = return %2\n"},
    {"by any other number it is not", "  %0 = opaque u32\n  %1 = int u32 6\n",
     "b0:\n  %v = binop urem u32 %0, %1\n", "u32",
     "  %0 = opaque u32\n  %1 = int u32 6\nb0:\n"
     "  %2 = binop urem u32 %0, %1\n  %3 = return %2\n"},
    {"with a sign it is one if only compared with 0",
     "  %0 = opaque i32\n  %1 = int i32 8\n  %2 = int i32 0\n",
     "b0:\n  %3 = binop srem i32 %0, %1\n  %v = compare ne u1 %3, %2\n", "u1",
     "  %0 = opaque i32\n  %1 = int i32 7\n  %2 = int i32 0\nb0:\n"
     "  %3 = binop and i32 %0, %1\n  %4 = compare ne u1 %3, %2\n"
     "  %5 = return %4\n"},
    {"with a sign and compared with another number it is not",
     "  %0 = opaque i32\n  %1 = int i32 8\n  %2 = int i32 1\n",
     "b0:\n  %3 = binop srem i32 %0, %1\n  %v = compare eq u1 %3, %2\n", "u1",
     "  %0 = opaque i32\n  %1 = int i32 8\n  %2 = int i32 1\nb0:\n"
     "  %3 = binop srem i32 %0, %1\n  %4 = compare eq u1 %3, %2\n"
     "  %5 = return %4\n"},
    {"compared with 1", "  %0 = opaque u1\n  %1 = int i32 1\n",
     "b0:\n  %2 = cast zext i32 %0\n  %v = compare eq u1 %2, %1\n", "u1",
     "  %0 = opaque u1\nb0:\n  %1 = return %0\n"},
    {"compared with 2: stays", "  %0 = opaque u1\n  %1 = int i32 2\n",
     "b0:\n  %2 = cast zext i32 %0\n  %v = compare eq u1 %2, %1\n", "u1",
     "  %0 = opaque u1\n  %1 = int i32 2\nb0:\n  %2 = cast zext i32 %0\n"
     "  %3 = compare eq u1 %2, %1\n  %4 = return %3\n"},
    {"cut off what was added", "  %0 = opaque i8\n",
     "b0:\n  %1 = cast sext i32 %0\n  %v = cast trunc i8 %1\n", "i8",
     "  %0 = opaque i8\nb0:\n  %1 = return %0\n"},
    {"cut off more: stays", "  %0 = opaque i16\n",
     "b0:\n  %1 = cast sext i32 %0\n  %v = cast trunc i8 %1\n", "i8",
     "  %0 = opaque i16\nb0:\n  %1 = cast sext i32 %0\n"
     "  %2 = cast trunc i8 %1\n  %3 = return %2\n"},
    {"a pointer as a number and back", "  %0 = opaque ptr<i8>\n",
     "b0:\n  %1 = cast ptrtoint i64 %0\n  %v = cast inttoptr ptr<i8> %1\n",
     "ptr<i8>", "  %0 = opaque ptr<i8>\nb0:\n  %1 = return %0\n"},
    {"half a pointer is none", "  %0 = opaque ptr<i8>\n",
     "b0:\n  %1 = cast ptrtoint i32 %0\n  %v = cast inttoptr ptr<i8> %1\n",
     "ptr<i8>",
     "  %0 = opaque ptr<i8>\nb0:\n  %1 = cast ptrtoint i32 %0\n"
     "  %2 = cast inttoptr ptr<i8> %1\n  %3 = return %2\n"},
    {"a constant widened", "  %0 = int i8 -1\n",
     "b0:\n  %v = cast zext i32 %0\n", "i32",
     "  %0 = int i32 255\nb0:\n  %1 = return %0\n"},
    {"a constant widened with its sign", "  %0 = int i8 -1\n",
     "b0:\n  %v = cast sext i32 %0\n", "i32",
     "  %0 = int i32 -1\nb0:\n  %1 = return %0\n"},
    {"a constant cut off", "  %0 = int i32 511\n",
     "b0:\n  %v = cast trunc i8 %0\n", "i8",
     "  %0 = int i8 -1\nb0:\n  %1 = return %0\n"},
    {"one choice", "  %0 = opaque u1\n  %1 = opaque i32\n",
     "b0:\n  %v = select i32 %0, %1, %1\n", "i32",
     "  %0 = opaque i32\nb0:\n  %1 = return %0\n"},
};

TEST(Simplify, Values) {
  for (const Case &c : kCases) {
    std::string head =
        std::string("function @f type unknown result ") + c.result + " {\n";
    EXPECT_EQ(
        test::after(simplify_and_clean, around(c.leaves, c.body, c.result)),
        head + c.after + "}\n")
        << c.name;
  }
}

struct BranchCase {
  const char *name;
  const char *before, *after;
};

const BranchCase kBranches[] = {
    {"a flag of the compiler",
     R"(function @f type unknown result i32 {
  %0 = int u1 1
  %1 = int i32 7
  %2 = int i32 8
b0:
  %3 = branch %0 -> b1, b2
b1:
  %4 = branch -> b3
b2:
  %5 = branch -> b3
b3:
  %6 = phi i32 [b1: %1], [b2: %2]
  %7 = return %6
}
)",
     R"(function @f type unknown result i32 {
  %0 = int i32 7
b0:
  %1 = return %0
}
)"},
    {"the other side",
     R"(function @f type unknown result void {
  %0 = int u1 0
  %1 = function unknown @see
b0:
  %2 = branch %0 -> b1, b2
b1:
  %3 = call void %1() type unknown
  %4 = branch -> b2
b2:
  %5 = return
}
)",
     R"(function @f type unknown result void {
b0:
  %0 = return
}
)"},
    {"what the programmer wrote stays",
     R"(function @f type unknown result void {
  %0 = int u1 1
b0:
  %1 = branch %0 "debug" -> b1, b2
b1:
  %2 = return
b2:
  %3 = return
}
)",
     R"(function @f type unknown result void {
  %0 = int u1 1
b0:
  %1 = branch %0 "debug" -> b1, b2
b1:
  %2 = return
b2:
  %3 = return
}
)"},
    {"a loop that one way into is gone",
     R"(function @f type unknown result void {
  %0 = int u1 0
  %1 = int i32 1
  %2 = opaque u1
  %3 = function unknown @see
b0:
  %4 = branch %0 -> b1, b2
b1:
  %5 = branch -> b3
b2:
  %6 = branch -> b3
b3:
  %7 = phi i32 [b1: %1], [b2: %1], [b3: %8]
  %8 = binop add i32 %7, %1
  %9 = call void %3(%8) type unknown
  %10 = branch %2 "more" -> b3, b4
b4:
  %11 = return
}
)",
     R"(function @f type unknown result void {
  %0 = int i32 1
  %1 = function unknown @see
  %2 = opaque u1
b0:
  %3 = branch -> b1
b1:
  %4 = phi i32 [b0: %0], [b1: %5]
  %5 = binop add i32 %4, %0
  %6 = call void %1(%5) type unknown  ; @see
  %7 = branch %2 "more" -> b1, b2
b2:
  %8 = return
}
)"},
};

TEST(Simplify, Branches) {
  for (const BranchCase &c : kBranches)
    EXPECT_EQ(test::after(simplify_and_clean, c.before), c.after) << c.name;
}

TEST(Simplify, KeepsPositions) {
  EXPECT_EQ(test::after(simplify_and_clean,
                        R"(function @f type unknown result u1 {
  %0 = opaque i32
  %1 = int i32 0
b0:
  %2 = compare eq u1 %0, %1 !0:3:5
  %3 = cast zext i32 %2 !0:3:6
  %4 = compare eq u1 %3, %1 !0:3:7 !m"NOT"
  %5 = return %4 !0:3:8
}
)"),
            R"(function @f type unknown result u1 {
  %0 = opaque i32
  %1 = int i32 0
b0:
  %2 = compare ne u1 %0, %1 !0:3:7 !m"NOT"
  %3 = return %2 !0:3:8
}
)");
}

} // namespace
} // namespace wt::ir
