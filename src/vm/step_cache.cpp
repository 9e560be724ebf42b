// SPDX-License-Identifier: Apache-2.0
// Transition caching.
//
//   S. Blom, J. van de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010
//
// There a static dependency matrix says which parts of a state a transition reads and writes. Here the machine records
// what each step reads: from equal local states a thread reads the same part first; which one it reads second depends
// on the value of the first; and so on. So the steps from one local state form a decision tree, which grows as steps
// are taken.
//
// In a product of threads the same local state meets the same few values very often, so nearly all steps are hits. If
// they are not, for example because every step reads a counter that differs from state to state, the cache gives up.
#include "vm/step_cache.h"

#include <cstring>

namespace fermata::vm {

namespace {

// A step as words: the head, the footprint, the changes as (part, value), words that were appended, the choices, the
// last ones there were, the sections.
struct Head {
  std::uint8_t outcome, ends, chosen, sections;  // chosen: a bit for each sort of choice
  std::uint16_t changes;
  std::uint8_t more, choices;
};
static_assert(sizeof(Head) == 8);

constexpr std::size_t most = 0xFF;

}  // namespace

bool StepCache::find(const DecisionTree::Key& key, std::span<const Word> from, Parts& parts, Step& out) {
  const auto record = memo_.find(key, [&](Part part) { return parts.value(from, part); });
  if (!record) return false;
  const std::uint32_t* word = record->data();
  auto two = [&]<class T>(T& value) {
    std::memcpy(&value, word, sizeof(T));
    static_assert(sizeof(T) == 8);
    word += 2;
  };
  Head head;
  two(head);
  two(out.footprint);
  out.outcome = static_cast<Step::Outcome>(head.outcome);
  out.input = head.chosen & 1;
  out.spurious = head.chosen & 2;
  out.breaks = head.chosen & 4;
  out.chooses = head.chosen & 8;
  out.resized = head.ends || head.more;
  out.events.clear();
  out.changed.clear();
  out.cut_short = false;  // such a step is not kept
  if (out.outcome != Step::Outcome::moved) {
    out.target.clear();
  } else if (head.ends) {
    out.target.assign(1, word[1]);
  } else {
    out.target.assign(from.begin(), from.end());
    parts.apply({word, std::size_t{2} * head.changes}, out.target, out.changed);
    if (out.resized) out.changed.clear();
    out.target.insert(out.target.end(), word + 2 * head.changes, word + 2 * head.changes + head.more);
  }
  word += 2 * head.changes + head.more;
  out.choices.resize(head.choices);
  for (std::uint64_t& c : out.choices) two(c);
  out.last.resize(head.choices);
  for (std::uint64_t& c : out.last) two(c);
  out.ended.resize(head.sections);
  for (SectionInstance& e : out.ended) {
    e.kind = static_cast<SectionKind>(*word++);
    e.thread = ThreadId{*word++};
    two(e.object);
  }
  return true;
}

void StepCache::remember(const DecisionTree::Key& key, std::span<const Word> from, std::span<const Part> reads,
                         std::uint32_t own, const Parts& parts, const Step& step, const Stop& stop) {
  const bool moved = step.outcome == Step::Outcome::moved;
  const bool ends = moved && step.target.size() == 1;
  if (!moved && step.outcome != Step::Outcome::blocked) return;
  if (moved && !ends && step.target.size() < from.size()) return;
  changes_.clear();
  if (ends)
    changes_.assign({0, step.target[0]});
  else if (moved)
    parts.difference(from, step.target, reads, own, changes_);
  const std::size_t more = moved && !ends ? step.target.size() - from.size() : 0;
  if (changes_.size() > most || more > most || step.choices.size() > most || step.ended.size() > most) return;
  record_.clear();
  auto two = [&](const auto& value) {
    std::uint32_t words[2];
    static_assert(sizeof(value) == sizeof(words));
    std::memcpy(words, &value, sizeof(words));
    record_.insert(record_.end(), words, words + 2);
  };
  two(Head{static_cast<std::uint8_t>(step.outcome), ends,
           static_cast<std::uint8_t>(step.input | step.spurious << 1 | step.breaks << 2 | step.chooses << 3),
           static_cast<std::uint8_t>(step.ended.size()), static_cast<std::uint16_t>(changes_.size() / 2),
           static_cast<std::uint8_t>(more), static_cast<std::uint8_t>(step.choices.size())});
  two(step.footprint);
  record_.insert(record_.end(), changes_.begin(), changes_.end());
  record_.insert(record_.end(), step.target.end() - static_cast<std::ptrdiff_t>(more), step.target.end());
  for (const std::uint64_t c : step.choices) two(c);
  for (const std::uint64_t c : step.last) two(c);
  for (const SectionInstance& e : step.ended) {
    record_.insert(record_.end(), {static_cast<std::uint32_t>(e.kind), index(e.thread)});
    two(e.object);
  }
  values_.clear();
  for (Part part : reads) values_.push_back(*parts.value(from, part));
  memo_.insert(key, reads, values_, record_, stop);
}

}  // namespace fermata::vm
