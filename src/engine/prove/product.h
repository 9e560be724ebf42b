// SPDX-License-Identifier: Apache-2.0
// All threads together: their locations, and the values of variables that have few.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "model/thread_system.h"

namespace fermata::engine::prove {

/// An edge, where the followed variables that it reads have these values.
struct Situation {
  model::EdgeId edge{};
  std::vector<std::pair<model::VariableId, std::uint64_t>> known;
  bool operator<(const Situation& other) const { return std::tie(edge, known) < std::tie(other.edge, other.known); }
};

struct Product {
  static constexpr std::uint32_t not_begun = ~std::uint32_t{0};

  struct Node {
    std::vector<std::uint32_t> places;  ///< locations, by thread
    std::vector<std::uint64_t> values;  ///< of the followed variables
    bool operator<(const Node& other) const { return std::tie(places, values) < std::tie(other.places, other.values); }
  };
  struct Step {
    std::uint32_t from = 0, to = 0, situation = 0;
  };
  std::vector<model::VariableId> followed;  ///< ascending
  std::vector<Node> nodes;
  std::vector<Step> steps;
  std::vector<Situation> situations;  ///< also of steps that end the process

  /// What a thread at this location knows of the followed variables in these terms.
  std::vector<std::pair<model::VariableId, std::uint64_t>> known(const model::ThreadSystem& system, const Node& node,
                                                                 model::LocationId at,
                                                                 const std::vector<model::TermId>& terms) const;
};

/// Nothing: there are more nodes than `most`. Situations of `excluded` are left out. Throws LimitReached.
std::optional<Product> product(const model::ThreadSystem& system, std::vector<model::VariableId> followed,
                               const std::set<Situation>& excluded, std::size_t most, const Stop& stop);

/// The term's value where these variables are known, if that is all it takes.
std::optional<std::uint64_t> value_of(const model::ThreadSystem& system, model::TermId term,
                                      const std::vector<std::pair<model::VariableId, std::uint64_t>>& known);

}  // namespace fermata::engine::prove
