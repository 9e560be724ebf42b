// SPDX-License-Identifier: Apache-2.0
// Each pair of words gets a number, and keeps it.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "base/stop.h"
#include "search/growing_array.h"

namespace fermata::search {

/// Why a table takes no more.
enum class Full {
  memory,   ///< growing would go beyond the memory limit
  numbers,  ///< there are no numbers left
};

struct Pair {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  bool operator==(const Pair&) const = default;
};

/// Pairs, numbered from 0 in the order in which they came: 8 bytes for a pair, and 6 to 9 for
/// finding it.
class PairTable {
 public:
  struct Place {
    std::uint32_t number = 0;
    bool fresh = false;
  };

  /// Numbers are less than `limit`.
  explicit PairTable(std::uint32_t limit);

  std::expected<Place, Full> find_or_insert(Pair pair, const Stop& stop);
  std::optional<std::uint32_t> find(Pair pair) const;
  Pair operator[](std::uint32_t number) const { return pairs_[number]; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(pairs_.size()); }
  std::uint64_t bytes() const { return pairs_.bytes() + buckets_.size() * sizeof(Bucket); }

 private:
  // One cache line. The tag is a part of the hash that the choice of the bucket does not depend on:
  // a pair that is not here is found to be not here, nearly always, without a look at the pairs
  // themselves.
  static constexpr std::uint32_t bucket_size = 12;
  struct alignas(64) Bucket {
    std::array<std::uint32_t, bucket_size> numbers;
    std::array<std::uint8_t, bucket_size> tags;
    std::uint32_t used;

    /// A bit for each place that is taken and has this tag.
    std::uint32_t candidates(std::uint8_t tag) const;
  };

  std::size_t bucket_of(std::uint64_t hash) const;
  std::optional<std::uint32_t> look(Pair pair, std::uint64_t hash, std::size_t& bucket) const;
  void enter(std::uint32_t number, std::uint64_t hash, std::size_t bucket);
  bool grow(const Stop& stop);

  std::uint32_t limit_;
  GrowingArray<Pair> pairs_;
  std::vector<Bucket> buckets_;
};

}  // namespace fermata::search
