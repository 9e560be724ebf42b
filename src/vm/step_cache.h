// SPDX-License-Identifier: Apache-2.0
// Steps that were taken before, in states that differ only in what they did not look at.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vm/components.h"
#include "vm/machine.h"
#include "vm/memory.h"

namespace fermata::vm {

/// A step depends on the thread's own words of the state, on whether it is alone, on the choices, and on those
/// other words that it reads; it changes a few words. All of that is remembered, exactly.
class StepCache {
 public:
  explicit StepCache(const StateShape& shape);

  /// What, beside the words of the state, a step depends on.
  struct Circumstances {
    std::uint32_t thread = 0;
    std::uint32_t others = 0;  ///< threads that have not been joined
    bool alone = false;        ///< none of them runs
    bool tracked = false;      ///< footprints are wanted
  };

  /// True: `out` is as if the step had been taken.
  bool find(std::span<const Word> from, const Circumstances& how, std::span<const std::uint32_t> script, Step& out);
  /// Remembers a step that was not found. `reads` are the words that it read beside its own, in that order.
  void remember(std::span<const Word> from, const Circumstances& how, std::span<const std::uint32_t> script,
                std::span<const std::uint32_t> reads, const Step& step);

  std::uint64_t bytes() const { return bytes_; }

 private:
  using Node = std::uint32_t;
  static constexpr std::uint32_t nothing = 0xFFFF'FFFF;

  struct Inner {
    std::uint32_t word = nothing;  ///< to look at next
    std::uint32_t leaf = nothing;
  };
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
  struct Key {
    std::uint32_t a = 0, b = 0, c = 0, d = 0, e = 0;
    bool operator==(const Key&) const = default;
  };
  struct Entry {
    Key key;
    Node node = nothing;
  };

  static std::uint64_t hash_of(const Key& key);
  Key root_key(std::span<const Word> from, const Circumstances& how, std::span<const std::uint32_t> script);
  static Key edge_key(Node node, Word value) { return {node, value, nothing, 0, 0}; }
  Node* look(const Key& key);
  Node& place(const Key& key);
  Node fresh_node();
  void clear();

  StateShape shape_;
  std::vector<Entry> table_;
  std::size_t used_ = 0;
  std::vector<Inner> nodes_;
  std::deque<Leaf> leaves_;
  std::vector<Change> changes_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> scripts_;
  std::uint64_t bytes_ = 0;
  std::uint64_t hits_ = 0, misses_ = 0;
  bool given_up_ = false;
};

}  // namespace fermata::vm
