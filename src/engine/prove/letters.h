// SPDX-License-Identifier: Apache-2.0
// Edges as linear integer arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/prove/linear.h"
#include "engine/prove/product.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// One case of an edge: what holds before it, and what variables become. Numbers that stand for what is not linear, or
/// for a quotient, have variables from `first_fresh` on; they exist on this letter only, and so do inputs.
struct Letter {
  std::vector<Linear> guard;                                            ///< each is at most 0
  std::vector<std::pair<std::uint32_t, std::optional<Linear>>> update;  ///< nothing: it may become anything

  /// The sum after the letter, in terms of what was before. Nothing: it may be anything.
  std::optional<Linear> after(const Linear& sum) const;
};

constexpr std::uint32_t first_fresh = 1u << 24;
constexpr bool is_fresh(std::uint32_t variable) { return variable >= first_fresh; }

class Letters {
 public:
  Letters(const model::ThreadSystem& system, std::vector<model::VariableId> followed)
      : system_(system), followed_(std::move(followed)) {}

  /// Every step that takes the edge in this situation is one of these letters. They wrap where the edge does.
  std::vector<Letter> of(const Situation& situation) const;
  /// For each guard conjunctions, one of which is true wherever the guard is not; and what is true of the fresh numbers
  /// in them. Nothing: there are too many cases.
  struct Refuted {
    std::vector<std::vector<std::vector<Linear>>> guards;
    std::vector<Linear> fresh;
  };
  std::optional<Refuted> refuted(const std::vector<model::TermId>& guards,
                                 const std::vector<std::pair<model::VariableId, std::uint64_t>>& known) const;
  /// What is always true of the variables in these sums: ranges. Those of fresh ones are in their letters.
  std::vector<Linear> ranges(const std::vector<Linear>& sums) const;
  bool is_input(std::uint32_t variable) const;
  /// May a ranking function have it? Not what is followed: the product tells its values apart.
  bool may_rank(std::uint32_t variable) const;

 private:
  const model::ThreadSystem& system_;
  std::vector<model::VariableId> followed_;
};

/// The smallest and the largest value of a variable of the model, as it is read.
std::pair<Wide, Wide> range(const model::Variable& variable);

}  // namespace fermata::engine::prove
