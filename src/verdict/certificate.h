// SPDX-License-Identifier: Apache-2.0
// Why a program always ends, as claims that can be checked one by one. docs/internals/proving.md says what follows from
// them.
//
// The claims are about the automata of `model`. Variables and locations are named by their numbers there; `automata` is
// a fingerprint, so that nobody checks a certificate against other automata.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fermata::verdict {

/// A sum of variables, each as a number with or without sign as the automata say (of one bit: 0 or 1), and a constant.
struct LinearSum {
  std::vector<std::pair<std::uint32_t, std::int64_t>> terms;  ///< variable and factor, ascending, none 0
  std::int64_t constant = 0;
  auto operator<=>(const LinearSum&) const = default;
};

struct Certificate {
  /// `not_positive` is at most 0 whenever the thread of this location is there.
  struct Fact {
    std::uint32_t location = 0;
    LinearSum not_positive;
    auto operator<=>(const Fact&) const = default;
  };

  /// Each sum is at most 0 whenever all threads are at these locations, and followed variables have these values: at
  /// one node of the control graph.
  struct NodeFacts {
    std::vector<std::uint32_t> places;  ///< by thread; not_begun
    std::vector<std::uint64_t> values;  ///< in the order of `followed`
    std::vector<LinearSum> not_positive;
    auto operator<=>(const NodeFacts&) const = default;
  };
  static constexpr std::uint32_t not_begun = ~std::uint32_t{0};

  /// In every state: `sum`, and the weights of where threads are and of what followed variables hold, are together at
  /// most 0. So `full = sent - received`, or one more where a thread stands between the two.
  struct Balance {
    LinearSum sum;
    std::vector<std::pair<std::uint32_t, std::int64_t>> places;  ///< location and weight
    struct Value {
      std::uint32_t variable = 0;  ///< a followed one
      std::uint64_t value = 0;
      std::int64_t weight = 0;
      auto operator<=>(const Value&) const = default;
    };
    std::vector<Value> values;
    auto operator<=>(const Balance&) const = default;
  };

  std::uint64_t automata = 0;
  std::vector<std::uint32_t> followed;  ///< variables whose values are told apart, ascending; they have few
  std::vector<Fact> facts;
  std::vector<NodeFacts> node_facts;
  std::vector<Balance> balances;
  std::vector<LinearSum> ranks;  ///< ranking functions, in the order in which they are to be tried
  bool operator==(const Certificate&) const = default;
};

}  // namespace fermata::verdict
