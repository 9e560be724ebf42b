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

#include "base/require.h"

namespace fermata::vm {

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
constexpr std::uint64_t trial = 1 << 16;  // misses before it is judged

}  // namespace

StepCache::StepCache(const StateShape& shape) : shape_(shape), table_(1 << 10) {}

std::uint64_t StepCache::hash_of(const Key& key) {
  std::uint64_t h = (std::uint64_t{key.a} << 32 | key.b) * 0x9E37'79B9'7F4A'7C15;
  h ^= h >> 29;
  h = (h ^ (std::uint64_t{key.c} << 32 | key.d) ^ std::uint64_t{key.e} << 16) * 0xBF58'476D'1CE4'E5B9;
  return h ^ h >> 32;
}

StepCache::Key StepCache::root_key(std::span<const Word> from, const Circumstances& how,
                                   std::span<const std::uint32_t> script) {
  std::uint32_t number = 0;
  if (!script.empty()) {
    const auto [it, fresh] =
        scripts_.try_emplace({script.begin(), script.end()}, static_cast<std::uint32_t>(scripts_.size() + 1));
    number = it->second;
  }
  // Edges have `nothing` in their third place, which no component has.
  const std::size_t own = shape_.thread(how.thread);
  const std::uint32_t rest = how.others << 24 | shape_.threads(from.size()) << 16 | how.thread << 8 |
                             std::uint32_t{how.alone} << 1 | std::uint32_t{how.tracked};
  return {from[own], from[own + 1], from[own + 2], rest, number};
}

StepCache::Node* StepCache::look(const Key& key) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t i = hash_of(key) & mask;; i = (i + 1) & mask) {
    Entry& entry = table_[i];
    if (entry.node == nothing) return nullptr;
    if (entry.key == key) return &entry.node;
  }
}

StepCache::Node& StepCache::place(const Key& key) {
  if (Node* there = look(key)) return *there;
  if (++used_ * 4 > table_.size() * 3) {
    std::vector<Entry> old(table_.size() * 2);
    old.swap(table_);
    const std::size_t mask = table_.size() - 1;
    for (const Entry& entry : old) {
      if (entry.node == nothing) continue;
      std::size_t i = hash_of(entry.key) & mask;
      while (table_[i].node != nothing) i = (i + 1) & mask;
      table_[i] = entry;
    }
    bytes_ += table_.size() / 2 * sizeof(Entry);
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash_of(key) & mask;
  while (table_[i].node != nothing) i = (i + 1) & mask;
  table_[i] = {key, fresh_node()};
  return table_[i].node;
}

StepCache::Node StepCache::fresh_node() {
  nodes_.emplace_back();
  bytes_ += sizeof(Inner);
  return static_cast<Node>(nodes_.size() - 1);
}

bool StepCache::find(std::span<const Word> from, const Circumstances& how, std::span<const std::uint32_t> script, Step& out) {
  if (given_up_) return false;
  const Node* node = look(root_key(from, how, script));
  while (node && nodes_[*node].word != nothing) {
    const std::uint32_t word = nodes_[*node].word;
    node = word < from.size() ? look(edge_key(*node, from[word])) : nullptr;
  }
  if (!node || nodes_[*node].leaf == nothing) {
    ++misses_;
    return false;
  }
  ++hits_;
  const Leaf& leaf = leaves_[nodes_[*node].leaf];
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

void StepCache::remember(std::span<const Word> from, const Circumstances& how, std::span<const std::uint32_t> script,
                         std::span<const std::uint32_t> reads, const Step& step) {
  if (given_up_) return;
  const bool moved = step.outcome == Step::Outcome::moved;
  const bool ends = moved && step.target.size() == 1;
  if (!moved && step.outcome != Step::Outcome::blocked) return;
  if (moved && !ends && step.resized) return;  // a thread more
  if (misses_ > trial && hits_ < misses_) {
    clear();
    given_up_ = true;
    return;
  }
  if (bytes_ > most_bytes) clear();
  Node node = place(root_key(from, how, script));
  const std::size_t own = shape_.thread(how.thread);
  for (std::uint32_t word : reads) {
    if (word >= own && word < own + 3) continue;
    FERMATA_REQUIRE(nodes_[node].leaf == nothing && (nodes_[node].word == nothing || nodes_[node].word == word),
                    "what a step reads next depends only on what it has read");
    nodes_[node].word = word;
    node = place(edge_key(node, from[word]));
  }
  FERMATA_REQUIRE(nodes_[node].leaf == nothing && nodes_[node].word == nothing, "a step that is remembered was not known");
  nodes_[node].leaf = static_cast<std::uint32_t>(leaves_.size());
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
  table_.assign(1 << 10, {});
  used_ = 0;
  nodes_.clear();
  leaves_.clear();
  changes_.clear();
  bytes_ = 0;
  hits_ = misses_ = 0;
}

}  // namespace fermata::vm
