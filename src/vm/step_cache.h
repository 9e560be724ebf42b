// SPDX-License-Identifier: Apache-2.0
// Steps that were taken before, in states that differ only in what they did not look at.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "vm/decision_tree.h"
#include "vm/machine.h"

namespace fermata::vm {

/// A step depends on its thread's situation (Machine::situation), on the choices, and on those other words of the state that it
/// reads; it changes a few words. All of that is remembered, exactly.
class StepCache {
 public:
  /// True: `out` is as if the step had been taken, and `reads` are the words that it would have read.
  bool find(std::span<const Word> from, const DecisionTree::Key& situation, std::span<const std::uint32_t> script, Step& out,
            std::vector<std::uint32_t>& reads);
  /// Remembers a step that was not found.
  void remember(std::span<const Word> from, const DecisionTree::Key& situation, std::span<const std::uint32_t> script,
                std::span<const std::uint32_t> reads, const Step& step);

  std::uint64_t bytes() const { return tree_.bytes() + bytes_; }

 private:
  struct Change {
    std::uint32_t word, value;
  };
  struct Leaf {
    Step::Outcome outcome{};
    bool ends = false;  ///< the process
    bool input = false;
    std::uint32_t first_change = 0, changes = 0;
    std::vector<std::uint32_t> choices, options;
    std::vector<Ended> ended;
    std::shared_ptr<const Footprint> footprint;
  };

  DecisionTree::Key key(const DecisionTree::Key& situation, std::span<const std::uint32_t> script);
  void clear();

  DecisionTree tree_;
  std::deque<Leaf> leaves_;
  std::vector<Change> changes_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> scripts_;
  std::uint64_t bytes_ = 0;  ///< of leaves
  bool given_up_ = false;
};

}  // namespace fermata::vm
