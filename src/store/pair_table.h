// SPDX-License-Identifier: Apache-2.0
// Numbers for pairs of numbers.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <optional>
#include <utility>
#include <vector>

#include "base/stop.h"
#include "store/growing_array.h"

namespace fermata::store {

/// Why nothing more can be stored.
enum class Full {
  memory,   ///< growing would go beyond the memory limit
  numbers,  ///< there are no numbers left
};

struct Pair {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  bool operator==(const Pair&) const = default;
};

/// Numbered pairs: 8 bytes for a pair, and 6 to 9 for finding it. Numbers are 0, 1, 2 and so on, in the order in which
/// pairs came; of several writers each has some in a row. If the order is of importance, several may find pairs and
/// promise them numbers, and one then gives the numbers in order, without looking for the pairs again.
class PairTable {
 public:
  struct Place {
    std::uint32_t number = 0;
    bool fresh = false;
  };

  /// What stands for a number until there is one. Another one for each pair.
  static constexpr std::uint32_t first_provisional = 0xFF00'0000;
  static constexpr bool is_provisional(std::uint32_t number) { return number >= first_provisional; }

  /// Numbers are less than `limit`, and than promises.
  explicit PairTable(std::uint32_t limit);

  /// Not those that have only a promise.
  std::optional<std::uint32_t> find(Pair pair) const;
  Pair operator[](std::uint32_t number) const { return pairs_[number]; }

  void prefetch(Pair pair) const;              ///< it will be looked for soon
  void prefetch(std::uint32_t promise) const;  ///< it will be kept soon

  // For several threads: all of the above that is const, and writers, one for each thread. Nobody makes room meanwhile.
  class Writer;
  bool has_numbers() const { return given_.value.load(std::memory_order_relaxed) < limit_; }  ///< that nobody has
  /// Room for about this many more. False: not for all, or there are no numbers left.
  bool make_room(std::uint32_t more, const Stop& stop);
  /// The same by several threads: after one has begun, all of them help. Who has helped may use the table.
  void begin_room(std::uint32_t more);
  void help_to_make_room(const Stop& stop);

  /// A new round of at least so many promises, whose number it gives. Those of the round before the last are to be kept
  /// by now; they can be asked for during this round and the next.
  using Round = std::uint32_t;
  Round begin_round(std::uint32_t most);
  /// Before one promises anything in a round: numbers take the place of promises that were kept. All threads do some of
  /// it.
  void put_numbers();
  std::uint32_t kept(Round round) const { return round_of(round).kept; }  ///< of the last three

  /// About; writers may have added a few more.
  std::uint32_t size() const;
  std::uint64_t bytes() const;

 private:
  // One cache line. The tag is a part of the hash that the choice of the bucket does not depend on:
  // a pair that is not here is found to be not here, nearly always, without a look at the pairs
  // themselves. A bucket only ever gets more: `used` is written last, so that whoever sees it sees
  // the rest; a bit beside it is set while somebody adds.
  static constexpr std::uint32_t bucket_size = 12;
  struct alignas(64) Bucket {
    std::array<std::uint32_t, bucket_size> numbers;
    std::uint64_t tags;           ///< of the first eight places
    std::uint64_t tags_and_used;  ///< four tags, then `used`, then the bit

    struct View {
      std::uint64_t tags, tags_and_used;
      std::uint32_t used() const { return static_cast<std::uint32_t>(tags_and_used >> 32) & 0xFF; }
      bool busy() const { return tags_and_used >> 63; }
      /// A bit for each place that is taken and has this tag.
      std::uint32_t candidates(std::uint8_t tag) const;
    };
    View view() const;
    void set(std::uint32_t place, std::uint32_t number, std::uint8_t tag, View before);
  };
  // A part of the table that grows by itself, so that growing never takes long. What is written at each addition has a
  // cache line of its own, for the sake of threads that only read.
  using Segment = std::vector<Bucket>;
  struct alignas(64) Counter {
    std::atomic<std::uint32_t> value = 0;
  };
  static constexpr unsigned segment_bits = 6;
  static constexpr std::uint32_t segment_count = 1u << segment_bits;

  struct Reservation {
    Pair pair;
    std::uint32_t bucket = 0;                  ///< where it was put
    std::uint32_t number = first_provisional;  ///< a promise: there is none yet
  };
  struct ReservationRound {
    std::vector<Reservation> all;
    Counter given, put;  ///< to writers; into the table
    std::uint32_t kept = 0;
  };
  static constexpr unsigned round_bits = 21;  ///< for so many promises in a round

  static std::uint32_t segment_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> (64 - segment_bits));
  }
  static std::size_t bucket_of(const Segment& segment, std::uint64_t hash);
  bool has_room(std::uint32_t segment, std::uint32_t more) const;
  /// Leaves in `bucket` and `view` where the pair is, or the first bucket with room for it, or a full one.
  std::optional<std::uint32_t> look(const Segment& segment, Pair pair, std::uint64_t hash, std::size_t& bucket,
                                    Bucket::View& view) const;
  ReservationRound& round_of(Round round) { return rounds_[round % rounds_.size()]; }
  const ReservationRound& round_of(Round round) const { return rounds_[round % rounds_.size()]; }
  const Reservation& reservation(std::uint32_t promise) const {
    return rounds_[(promise - first_provisional) >> round_bits].all[promise & ((1u << round_bits) - 1)];
  }
  Reservation& reservation(std::uint32_t promise) {
    return const_cast<Reservation&>(std::as_const(*this).reservation(promise));
  }
  Pair pair_of(std::uint32_t number) const {
    return is_provisional(number) ? reservation(number).pair : pairs_[number];
  }
  void put_number(std::uint32_t promise);
  bool stretch(std::uint64_t size);
  bool make_room_in(std::uint32_t segment, const Stop& stop);
  bool grow(std::uint32_t segment, const Stop& stop);

  std::uint32_t limit_;
  GrowingArray<Pair> pairs_;  ///< by number, and room for more
  std::array<Segment, segment_count> segments_;
  std::array<Counter, segment_count> used_;  ///< pairs in each segment
  Counter given_;                            ///< the numbers below are given to writers
  std::uint32_t room_wanted_ = 0;            ///< in each segment
  Counter room_taken_, room_made_;           ///< segments that somebody makes room in; that have it
  std::array<ReservationRound, 4> rounds_;
  Round round_ = 0;
};

class PairTable::Writer {
 public:
  explicit Writer(PairTable& table) : table_(table) {}
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  std::expected<Place, Full> find_or_insert(Pair pair, const Stop& stop);
  /// Nothing: there is no room for it. A promise is kept.
  std::optional<Place> find_or_add(Pair pair);
  /// The number may be a promise; a fresh one is. Nothing: there is no room for it.
  std::optional<Place> find_or_reserve(Pair pair);
  /// For one thread alone, which may be the only one that gives numbers. Nothing: there is none left.
  std::optional<Place> keep(std::uint32_t promise);

 private:
  template <class Has, class Take>
  std::optional<Place> find_or_add(Pair pair, Has has_number, Take take_number);
  bool has_number();
  bool has_provisional();
  void count(std::uint32_t segment);

  PairTable& table_;
  std::uint32_t next_ = 0, end_ = 0;                          ///< numbers that were given to this writer
  std::uint32_t next_provisional_ = 0, end_provisional_ = 0;  ///< likewise, in
  Round round_ = 0;
  std::array<std::uint8_t, segment_count> added_{};  ///< to each segment, and not told yet
};

}  // namespace fermata::store
