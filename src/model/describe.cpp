// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See describe.h.

#include "model/describe.h"

namespace wt::model {
namespace {

std::string phrase(const Effect &effect, const std::string &place) {
  switch (effect.kind) {
  case Effect::Kind::kFresh:
    return "fresh " + place;
  case Effect::Kind::kFree:
    return "free " + place;
  case Effect::Kind::kKeep:
    return "keep " + place;
  case Effect::Kind::kAlias:
    return (effect.is_exact ? "result is " : "result in ") + place;
  case Effect::Kind::kAcquire:
    return "acquire " + place;
  case Effect::Kind::kRelease:
    return "release " + place;
  case Effect::Kind::kStore:
    return "store " + place + " in " + describe(effect.into);
  case Effect::Kind::kEmpty:
    return "empty " + place;
  case Effect::Kind::kCall:
    break;
  }
  std::string out = "call " + place + "(";
  for (std::size_t i = 0; i < effect.arguments.size(); ++i)
    out += (i ? ", " : "") +
           (effect.arguments[i] ? describe(*effect.arguments[i]) : "_");
  return out + ")";
}

} // namespace

std::string describe(const Place &place) {
  std::string out(place.dereferences, '*');
  out += place.root == Place::Root::kResult
             ? "result"
             : "argument " + std::to_string(place.argument);
  if (place.element)
    out += "[" + std::to_string(place.element) + "]";
  return out;
}

std::string describe(const ResultTest &test, const std::string &subject) {
  switch (test.kind) {
  case ResultTest::Kind::kAlways:
    return "always";
  case ResultTest::Kind::kEquals:
    return subject + " == " + std::to_string(test.value);
  case ResultTest::Kind::kDiffers:
    return subject + " != " + std::to_string(test.value);
  case ResultTest::Kind::kNegative:
    return subject + " < 0";
  case ResultTest::Kind::kNotNegative:
    break;
  }
  return subject + " >= 0";
}

std::string describe(const Effect &effect, const ModelSet &models) {
  std::string out = phrase(effect, describe(effect.place));
  if (effect.count != 1)
    out += " x" + std::to_string(effect.count);
  if (effect.family.valid())
    out += " as " + models.family(effect.family).name;
  if (effect.region)
    out += " in region " + describe(*effect.region);
  bool is_tested = effect.when.kind != ResultTest::Kind::kAlways;
  if (is_tested)
    out += " when " + describe(effect.when, "result");
  if (effect.given)
    out += (is_tested ? " and " : " when ") +
           describe(effect.given->test,
                    "argument " + std::to_string(effect.given->argument));
  if (effect.may_skip)
    out += ", maybe";
  if (effect.may_fail)
    out += effect.kind == Effect::Kind::kAlias ? ", or null" : ", may fail";
  return out;
}

std::string describe(const FunctionModel &model, const ModelSet &models) {
  std::string out;
  for (const Effect &effect : model.effects)
    out += describe(effect, models) + "\n";
  if (model.does_not_return)
    out += "does not return\n";
  if (model.returns_twice)
    out += "may return twice\n";
  if (model.does_not_return_when)
    out += "does not return when " +
           describe(model.does_not_return_when->test,
                    "argument " +
                        std::to_string(model.does_not_return_when->argument)) +
           "\n";
  if (model.keeps_all)
    out += "keeps all arguments\n";
  if (model.may_throw)
    out += "may throw\n";
  return out.empty() ? "reads only\n" : out;
}

} // namespace wt::model
