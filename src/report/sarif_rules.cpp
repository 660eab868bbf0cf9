// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules and weaknesses in SARIF: see sarif_rules.h.

#include "report/sarif_rules.h"

#include "report/kind_text.h"

#include <algorithm>
#include <array>

namespace wt::report {

namespace {

using Json = nlohmann::ordered_json;

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

Json rule(const KindText &rule) {
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
  return std::ranges::find(kind_texts(), kind, &KindText::kind) -
         kind_texts().begin();
}

Json sarif_driver(const std::string &version) {
  Json driver;
  driver["name"] = "Watertight";
  driver["semanticVersion"] = version;
  driver["version"] = version;
  driver["supportedTaxonomies"] =
      Json::array({{{"name", kEnumeration}, {"index", 0}}});
  driver["rules"] = Json::array();
  for (const KindText &r : kind_texts())
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
