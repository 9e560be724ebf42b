// SPDX-License-Identifier: Apache-2.0
// Transition caching.
//
//   S. Blom, J. van de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010
//
// There a table of dependencies says beforehand which parts of a state a transition reads and writes. Here
// the machine watches itself: from equal local states a thread reads the same word first; which one it
// reads second depends on what it found in the first; and so on. So the steps from one local state are a
// decision tree, which is grown as steps are taken.
//
// In a product of threads a local state meets the same few values again and again, so nearly all steps
// are found. Where they are not, for example since every step reads one
// large object that is different in each state, nothing is gained, and the cache gives up.
#include "vm/step_cache.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

}  // namespace

DecisionTree::Key StepCache::key(const DecisionTree::Key& situation, std::span<const std::uint32_t> script) {
  DecisionTree::Key key = situation;
  if (!script.empty())
    key.e = scripts_.try_emplace({script.begin(), script.end()}, static_cast<std::uint32_t>(scripts_.size() + 1)).first->second;
  return key;
}

bool StepCache::find(std::span<const Word> from, const DecisionTree::Key& situation, std::span<const std::uint32_t> script,
                     Step& out, std::vector<std::uint32_t>& reads) {
  if (given_up_) return false;
  const std::uint32_t found = tree_.find(key(situation, script), from, reads);
  if (found == DecisionTree::nothing) return false;
  const Leaf& leaf = leaves_[found];
  out.outcome = leaf.outcome;
  out.input = leaf.input;
  out.choices = leaf.choices;
  out.options = leaf.options;
  out.ended = leaf.ended;
  out.happenings.clear();
  out.footprint = leaf.footprint;
  out.resized = leaf.ends;
  out.changed.clear();
  const std::span<const Change> changes(changes_.data() + leaf.first_change, leaf.changes);
  if (leaf.outcome != Step::Outcome::moved) {
    out.target.clear();
  } else if (leaf.ends) {
    out.target.assign(1, changes[0].value);
  } else {
    out.target.assign(from.begin(), from.end());
    for (const Change& c : changes) {
      out.target[c.word] = c.value;
      out.changed.push_back(c.word);
    }
  }
  return true;
}

void StepCache::remember(std::span<const Word> from, const DecisionTree::Key& situation,
                         std::span<const std::uint32_t> script, std::span<const std::uint32_t> reads, const Step& step) {
  if (given_up_) return;
  const bool moved = step.outcome == Step::Outcome::moved;
  const bool ends = moved && step.target.size() == 1;
  if (!moved && step.outcome != Step::Outcome::blocked) return;
  if (moved && !ends && step.resized) return;  // a thread more
  given_up_ = tree_.in_vain();
  if (given_up_ || bytes() > most_bytes) clear();
  if (given_up_) return;
  tree_.insert(key(situation, script), from, reads, static_cast<std::uint32_t>(leaves_.size()));
  Leaf& leaf = leaves_.emplace_back();
  leaf.outcome = step.outcome;
  leaf.input = step.input;
  leaf.choices = step.choices;
  leaf.options = step.options;
  leaf.ended = step.ended;
  leaf.footprint = step.footprint;
  leaf.first_change = static_cast<std::uint32_t>(changes_.size());
  leaf.ends = ends;
  if (ends) {
    changes_.push_back({0, step.target[0]});
  } else if (moved) {
    for (std::uint32_t i : step.changed) changes_.push_back({i, step.target[i]});
  }
  leaf.changes = static_cast<std::uint32_t>(changes_.size()) - leaf.first_change;
  bytes_ += sizeof(Leaf) + leaf.changes * sizeof(Change) + (leaf.choices.size() + leaf.options.size()) * 4 +
            leaf.ended.size() * sizeof(Ended) + (leaf.footprint ? 512 : 0);
}

void StepCache::clear() {
  tree_.clear();
  leaves_.clear();
  changes_.clear();
  bytes_ = 0;
}

}  // namespace fermata::vm
