// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds of findings in words: see kind_text.h.

#include "report/kind_text.h"

#include <algorithm>

namespace wt::report {

namespace {

constexpr std::array kTexts = {
    KindText{
        FindingKind::kLeak,
        "MemoryLeak",
        "Memory is lost without being freed.",
        "The last reference to allocated memory disappears on a path of the "
        "program while the memory is not freed: the function returns, the "
        "pointer is overwritten, or the object that holds it is freed.",
        "Free the memory before the place where it is lost, or hand it to an "
        "owner that frees it. The path of the result leads from the "
        "allocation to that place.",
        "3.0",
        {401, 0}},
    KindText{
        FindingKind::kResourceLeak,
        "ResourceLeak",
        "A stream, directory or descriptor is lost without being closed.",
        "The last reference to an open resource disappears on a path of the "
        "program while the resource is still open. A process has few of "
        "them, and buffered output may be lost.",
        "Close the resource before the place where it is lost. The path of "
        "the result leads from the opening to that place.",
        "3.0",
        {772, 775}},
    KindText{
        FindingKind::kDoubleFree,
        "DoubleFree",
        "Memory is freed twice.",
        "On a path of the program, memory that was freed before is freed "
        "again. This corrupts the allocator and can be exploited.",
        "Free the memory on one of the two places only, or set the pointer "
        "to null after the first free. The path of the result shows both.",
        "8.0",
        {415, 0}},
    KindText{FindingKind::kUseAfterFree,
             "UseAfterFree",
             "Memory is used after it was freed.",
             "On a path of the program, memory is read or written after it was "
             "freed. It may hold other data by then; this can be exploited.",
             "Free the memory after its last use. The path of the result shows "
             "the free and the use.",
             "8.0",
             {416, 0}},
    KindText{
        FindingKind::kMismatchedFree,
        "MismatchedFree",
        "Memory is freed by a function that does not fit its allocation.",
        "The function that frees the memory does not belong to the one that "
        "allocated it, such as free() for new, or delete for new[]. The "
        "behaviour is undefined.",
        "Free the memory with the counterpart of its allocation: free() for "
        "malloc(), delete for new, delete[] for new[].",
        "6.0",
        {762, 590}}};

// Lines of at most 80 letters.
std::string wrapped(std::string_view text) {
  constexpr std::size_t kWidth = 80;
  std::string out;
  std::size_t column = 0;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    if (column && column + 1 + end > kWidth) {
      out += "\n";
      column = 0;
    }
    out += (column ? " " : "") + std::string(text.substr(0, end));
    column += end + (column ? 1 : 0);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "\n";
}

} // namespace

std::span<const KindText> kind_texts() { return kTexts; }

std::optional<FindingKind> kind_named(std::string_view name) {
  for (const KindText &text : kTexts)
    if (name == name_of(text.kind))
      return text.kind;
  return std::nullopt;
}

std::string explain_kind(FindingKind kind) {
  const KindText &text = *std::ranges::find(kTexts, kind, &KindText::kind);
  std::string name = name_of(kind), weaknesses;
  for (int number : text.weaknesses)
    if (number)
      weaknesses +=
          (weaknesses.empty() ? " (CWE-" : ", CWE-") + std::to_string(number);
  return name + weaknesses + ")\n\n" + wrapped(text.meaning) + "\n" +
         wrapped(text.what_to_do) +
         "\nTo hide one that is meant, at its line or where it is lost:\n\n"
         "    // watertight: ignore[" +
         name + "] why it is meant\n";
}

} // namespace wt::report
