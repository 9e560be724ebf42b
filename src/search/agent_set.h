// SPDX-License-Identifier: Apache-2.0
// A set of agents: a bit for each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/state_space.h"

namespace fermata::search {

class AgentSet {
 public:
  void add(Agent agent) {
    if (agent / 64 >= words_.size()) words_.resize(std::size_t{agent} / 64 + 1);
    words_[agent / 64] |= std::uint64_t{1} << (agent % 64);
  }
  void add(const AgentSet& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
  }
  void remove(const AgentSet& other) {
    for (std::size_t i = 0; i < std::min(words_.size(), other.words_.size()); ++i) words_[i] &= ~other.words_[i];
    trim();
  }
  void keep_only(const AgentSet& other) {
    words_.resize(std::min(words_.size(), other.words_.size()));
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    trim();
  }
  bool contains(Agent agent) const { return agent / 64 < words_.size() && (words_[agent / 64] >> (agent % 64) & 1); }
  bool within(const AgentSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i] & ~(i < other.words_.size() ? other.words_[i] : 0)) return false;
    }
    return true;
  }
  bool empty() const { return words_.empty(); }

  // Equal sets have equal words, since the last word is never 0.
  auto operator<=>(const AgentSet&) const = default;

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }
  std::vector<std::uint64_t> words_;
};

}  // namespace fermata::search
