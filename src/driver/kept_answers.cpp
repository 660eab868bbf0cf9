// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers in the store: see kept_answers.h.

#include "driver/kept_answers.h"

namespace wt::driver {

namespace {

constexpr std::size_t kDigestBytes = 16;

} // namespace

KeptAnswers::KeptAnswers(memo::Shelf &shelf, const Digest &source)
    : shelf_(shelf), key_(DigestBuilder().add("answers").add(source).finish()) {
  std::string bytes = shelf.get(key_).value_or("");
  for (std::size_t at = 0; at + kDigestBytes <= bytes.size();
       at += kDigestBytes)
    known_.insert(
        Digest::from_bytes(std::string_view(bytes).substr(at, kDigestBytes)));
}

bool KeptAnswers::holds(const Digest &answered) {
  if (!known_.contains(answered))
    return false;
  std::lock_guard lock(mutex_);
  used_.insert(answered);
  return true;
}

void KeptAnswers::add(const Digest &answered) {
  std::lock_guard lock(mutex_);
  used_.insert(answered);
  is_new_ = true;
}

void KeptAnswers::save() {
  if (!is_new_)
    return;
  std::string bytes;
  for (const Digest &answered : used_)
    bytes += answered.bytes();
  shelf_.put(key_, std::move(bytes));
}

} // namespace wt::driver
