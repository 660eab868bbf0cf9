// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers in the store: see kept_answers.h.

#include "driver/kept_answers.h"

#include "support/bytes.h"

namespace wt::driver {

namespace {

constexpr std::size_t kDigestBytes = 16;

} // namespace

KeptAnswers::KeptAnswers(memo::Shelf &shelf, const Digest &source)
    : shelf_(shelf), key_(DigestBuilder().add("answers").add(source).finish()) {
  std::string bytes = shelf.get(key_).value_or("");
  ByteReader in(bytes);
  std::string_view experience = in.string();
  while (in.left() >= kDigestBytes)
    known_.insert(Digest::from_bytes(in.bytes(kDigestBytes)));
  experience_ = experience;
}

void KeptAnswers::set_experience(std::string experience) {
  is_new_ |= experience != experience_;
  experience_ = std::move(experience);
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
  ByteWriter out;
  out.string(experience_);
  for (const Digest &answered : used_)
    out.bytes(answered.bytes());
  shelf_.put(key_, out.take());
}

} // namespace wt::driver
