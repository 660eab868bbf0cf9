// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules and weaknesses in SARIF: see sarif_rules.h.

#include "report/sarif_rules.h"

#include <algorithm>
#include <array>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

struct Rule {
  FindingKind kind;
  const char *name;    // for tables of results
  const char *summary; // one sentence
  const char *meaning;
  const char *what_to_do;
  const char *severity;          // "security-severity", from 0 to 10
  std::array<int, 2> weaknesses; // numbers of the enumeration, or 0
};

constexpr std::array kRules = {
    Rule{FindingKind::kLeak,
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
    Rule{FindingKind::kResourceLeak,
         "ResourceLeak",
         "A stream, directory or descriptor is lost without being closed.",
         "The last reference to an open resource disappears on a path of the "
         "program while the resource is still open. A process has few of "
         "them, and buffered output may be lost.",
         "Close the resource before the place where it is lost. The path of "
         "the result leads from the opening to that place.",
         "3.0",
         {772, 775}},
    Rule{FindingKind::kDoubleFree,
         "DoubleFree",
         "Memory is freed twice.",
         "On a path of the program, memory that was freed before is freed "
         "again. This corrupts the allocator and can be exploited.",
         "Free the memory on one of the two places only, or set the pointer "
         "to null after the first free. The path of the result shows both.",
         "8.0",
         {415, 0}},
    Rule{FindingKind::kUseAfterFree,
         "UseAfterFree",
         "Memory is used after it was freed.",
         "On a path of the program, memory is read or written after it was "
         "freed. It may hold other data by then; this can be exploited.",
         "Free the memory after its last use. The path of the result shows "
         "the free and the use.",
         "8.0",
         {416, 0}},
    Rule{FindingKind::kMismatchedFree,
         "MismatchedFree",
         "Memory is freed by a function that does not fit its allocation.",
         "The function that frees the memory does not belong to the one that "
         "allocated it, such as free() for new, or delete for new[]. The "
         "behaviour is undefined.",
         "Free the memory with the counterpart of its allocation: free() for "
         "malloc(), delete for new, delete[] for new[].",
         "6.0",
         {762, 590}}};

struct Weakness {
  int number;
  const char *name;
};
constexpr std::array kWeaknesses = {
    Weakness{401, "Missing Release of Memory after Effective Lifetime"},
    Weakness{415, "Double Free"},
    Weakness{416, "Use After Free"},
    Weakness{590, "Free of Memory not on the Heap"},
    Weakness{762, "Mismatched Memory Management Routines"},
    Weakness{772, "Missing Release of Resource after Effective Lifetime"},
    Weakness{775, "Missing Release of File Descriptor or Handle after "
                  "Effective Lifetime"}};

constexpr const char *kEnumeration = "CWE";

std::string address_of(int weakness) {
  return "https://cwe.mitre.org/data/definitions/" + std::to_string(weakness) +
         ".html";
}

std::size_t weakness_index(int number) {
  return std::ranges::find(kWeaknesses, number, &Weakness::number) -
         kWeaknesses.begin();
}

Json rule(const Rule &rule) {
  Json out;
  out["id"] = name_of(rule.kind);
  out["name"] = rule.name;
  out["shortDescription"]["text"] = rule.summary;
  out["fullDescription"]["text"] = rule.meaning;
  std::string help = std::string(rule.meaning) + "\n\n" + rule.what_to_do;
  out["help"] = {{"text", help},
                 {"markdown", std::string(rule.meaning) +
                                  "\n\n**What to do:** " + rule.what_to_do}};
  out["helpUri"] = address_of(rule.weaknesses[0]);
  out["defaultConfiguration"]["level"] = "warning";
  Json tags = {"security", "correctness"};
  out["relationships"] = Json::array();
  for (int weakness : rule.weaknesses) {
    if (!weakness)
      continue;
    tags.push_back("external/cwe/cwe-" + std::to_string(weakness));
    Json target = {{"id", std::to_string(weakness)},
                   {"index", weakness_index(weakness)},
                   {"toolComponent", {{"name", kEnumeration}, {"index", 0}}}};
    out["relationships"].push_back(
        {{"target", target}, {"kinds", Json::array({"superset"})}});
  }
  out["properties"] = {{"tags", tags},
                       {"problem.severity", "warning"},
                       {"security-severity", rule.severity}};
  return out;
}

} // namespace

std::size_t rule_index(FindingKind kind) {
  return std::ranges::find(kRules, kind, &Rule::kind) - kRules.begin();
}

Json sarif_driver(const std::string &version) {
  Json driver;
  driver["name"] = "Watertight";
  driver["semanticVersion"] = version;
  driver["version"] = version;
  driver["supportedTaxonomies"] =
      Json::array({{{"name", kEnumeration}, {"index", 0}}});
  driver["rules"] = Json::array();
  for (const Rule &r : kRules)
    driver["rules"].push_back(rule(r));
  return driver;
}

Json sarif_weaknesses() {
  Json out;
  out["name"] = kEnumeration;
  out["organization"] = "MITRE";
  out["shortDescription"]["text"] = "Common Weakness Enumeration";
  out["informationUri"] = "https://cwe.mitre.org/";
  out["isComprehensive"] = false;
  out["taxa"] = Json::array();
  for (const Weakness &weakness : kWeaknesses)
    out["taxa"].push_back({{"id", std::to_string(weakness.number)},
                           {"name", weakness.name},
                           {"helpUri", address_of(weakness.number)}});
  return out;
}

} // namespace wt::report
