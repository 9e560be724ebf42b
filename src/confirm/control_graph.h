// SPDX-License-Identifier: Apache-2.0
// All threads together, as far as their locations and the variables that are followed go.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "model/thread_system.h"

namespace fermata::confirm {

/// An edge, taken where the followed variables that it reads have these values (as in ControlGraph::read_by).
struct Situation {
  model::EdgeId edge{};
  std::vector<std::uint64_t> values;
  auto operator<=>(const Situation&) const = default;
};

/// Every step of a run is a step here: guards over variables that are not followed are taken to hold, unless `excluded`
/// says that they cannot.
class ControlGraph {
 public:
  static constexpr std::uint32_t not_begun = ~std::uint32_t{0};
  static constexpr std::size_t most_nodes = 200'000;

  struct Node {
    std::vector<std::uint32_t> places;  ///< locations, by thread; or not_begun
    std::vector<std::uint64_t> values;  ///< of the followed variables
    auto operator<=>(const Node&) const = default;
  };
  struct Step {
    std::uint32_t from = 0, to = 0;  ///< nodes
    std::uint32_t situation = 0;
  };
  /// A step that ends the process.
  struct LastStep {
    std::uint32_t from = 0;  ///< a node
    std::uint32_t situation = 0;
  };

  std::vector<Node> nodes;
  std::vector<Step> steps;            ///< that do not end the process
  std::vector<LastStep> last_steps;   ///< that do, or lead to where something is not understood
  std::vector<Situation> situations;  ///< of all steps, also those that end it

  /// Stopped: there are too many nodes, or a limit came.
  static std::expected<ControlGraph, Stopped> make(const model::ThreadSystem& system,
                                                   const std::vector<model::VariableId>& followed,
                                                   const std::map<Situation, bool>& excluded, const Stop& stop);

  /// The followed variables whose value here is that of the thread's own, or shared: those of these terms, ascending.
  static std::vector<model::VariableId> read_by(const model::ThreadSystem& system,
                                                const std::vector<model::VariableId>& followed,
                                                model::LocationId location, const std::vector<model::TermId>& terms);
  /// Has the process ended there, since every thread has?
  static bool ended(const model::ThreadSystem& system, const Node& node);
};

/// Guards and new values.
std::vector<model::TermId> terms_of(const model::Edge& edge);
bool is_followed(const std::vector<model::VariableId>& followed, model::VariableId variable);
std::size_t place_of(const std::vector<model::VariableId>& followed, model::VariableId variable);

}  // namespace fermata::confirm
