// SPDX-License-Identifier: Apache-2.0
// A concurrent hash table that numbers pairs of numbers.
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

/// Numbered pairs: 8 bytes for a pair, and 6 to 9 for finding it. Numbers are 0, 1, 2 and so on in the order of
/// insertion; with several writers, each allocates a block of consecutive numbers at a time. Where the order matters,
/// several threads insert pairs under provisional ids, and one thread later gives them their final numbers in order,
/// without looking the pairs up again.
class PairTable {
 public:
  struct Place {
    std::uint32_t number = 0;
    bool fresh = false;
  };

  /// A provisional id stands for a pair until it has a final number. Pairs have different ones.
  static constexpr std::uint32_t first_provisional = 0xFF00'0000;
  static constexpr bool is_provisional(std::uint32_t number) { return number >= first_provisional; }

  /// Final numbers are less than `limit`, and less than every provisional id.
  explicit PairTable(std::uint32_t limit);

  /// Pairs that have only a provisional id are not found.
  std::optional<std::uint32_t> find(Pair pair) const;
  Pair operator[](std::uint32_t number) const { return pairs_[number]; }

  void prefetch(Pair pair) const;                  ///< before it is looked up
  void prefetch(std::uint32_t provisional) const;  ///< before it is resolved

  // Several threads may call the const functions above at the same time, and each may use a Writer of its own. The
  // table must not be resized meanwhile.
  class Writer;
  /// False: all numbers are allocated to writers.
  bool has_numbers() const { return allocated_.value.load(std::memory_order_relaxed) < limit_; }
  /// Resizes the table for about this many more pairs. False: there is no memory for all, or no numbers are left.
  bool make_room(std::uint32_t more, const Stop& stop);
  /// The same by several threads: one begins, then all of them help. A thread may use the table when its call of
  /// help_resize has returned.
  void begin_resize(std::uint32_t more);
  void help_resize(const Stop& stop);

  /// Provisional ids are given out in rounds. Begins a round of about `most` ids. Ids of the round before the
  /// last must be resolved by now; they stay valid during this round and the next.
  using Round = std::uint32_t;
  Round begin_round(std::uint32_t most);
  /// Replaces resolved provisional ids in the buckets by their final numbers. Each thread calls it before it inserts
  /// anything in a round, and does a share of the work.
  void replace_provisional();
  std::uint32_t resolved(Round round) const { return round_of(round).resolved; }  ///< how many; of the last three

  /// Approximate: writers count what they insert in batches.
  std::uint32_t size() const;
  std::uint64_t bytes() const;

 private:
  // One cache line. A tag is a byte of the hash that does not influence the choice of the bucket, so a failing lookup
  // nearly always ends without reading the pairs themselves. Entries are never removed. `used` is written last, with
  // release: who reads it also sees the entry. A bit beside it is a lock for writers.
  static constexpr std::uint32_t bucket_size = 12;
  struct alignas(64) Bucket {
    std::array<std::uint32_t, bucket_size> numbers;
    std::uint64_t tags;           ///< of the first eight places
    std::uint64_t tags_and_used;  ///< four tags, then `used`, then the lock bit

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
  // Segments are resized one by one, which bounds the pause. Counters that insertions write have cache lines of their
  // own, so that threads that only read are not slowed down.
  using Segment = std::vector<Bucket>;
  struct alignas(64) Counter {
    std::atomic<std::uint32_t> value = 0;
  };
  static constexpr unsigned segment_bits = 6;
  static constexpr std::uint32_t segment_count = 1u << segment_bits;

  struct Reservation {
    Pair pair;
    std::uint32_t bucket = 0;                  ///< where it was inserted
    std::uint32_t number = first_provisional;  ///< the final number; provisional: not resolved yet
  };
  struct ReservationRound {
    std::vector<Reservation> all;
    Counter allocated, replaced;  ///< to writers; in the buckets
    std::uint32_t resolved = 0;
  };
  static constexpr unsigned round_bits = 21;  ///< a round has at most 2^21 provisional ids

  static std::uint32_t segment_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> (64 - segment_bits));
  }
  static std::size_t bucket_of(const Segment& segment, std::uint64_t hash);
  bool has_room(std::uint32_t segment, std::uint32_t more) const;
  /// Sets `bucket` and `view` to where the pair is, or to the first bucket with room for it, or to a full one.
  std::optional<std::uint32_t> probe(const Segment& segment, Pair pair, std::uint64_t hash, std::size_t& bucket,
                                     Bucket::View& view) const;
  ReservationRound& round_of(Round round) { return rounds_[round % rounds_.size()]; }
  const ReservationRound& round_of(Round round) const { return rounds_[round % rounds_.size()]; }
  const Reservation& reservation(std::uint32_t provisional) const {
    return rounds_[(provisional - first_provisional) >> round_bits].all[provisional & ((1u << round_bits) - 1)];
  }
  Reservation& reservation(std::uint32_t provisional) {
    return const_cast<Reservation&>(std::as_const(*this).reservation(provisional));
  }
  Pair pair_of(std::uint32_t number) const {
    return is_provisional(number) ? reservation(number).pair : pairs_[number];
  }
  void replace_provisional(std::uint32_t provisional);
  bool stretch(std::uint64_t size);
  bool make_room_in(std::uint32_t segment, const Stop& stop);
  bool grow(std::uint32_t segment, const Stop& stop);

  std::uint32_t limit_;
  GrowingArray<Pair> pairs_;  ///< by number; its size is a capacity
  std::array<Segment, segment_count> segments_;
  std::array<Counter, segment_count> used_;  ///< pairs in each segment
  Counter allocated_;                        ///< all numbers below are allocated to writers
  std::uint32_t resize_for_ = 0;             ///< so many more pairs in each segment
  Counter resize_begun_, resize_done_;       ///< segments
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
  /// Does not resize. Resolves a provisional id. Nothing: there is no room.
  std::optional<Place> find_or_add(Pair pair);
  /// Does not resize. A fresh pair gets a provisional id; others have either. Nothing: there is no room.
  std::optional<Place> find_or_reserve(Pair pair);
  /// The final number of a provisional id; fresh: it had none. Only one thread may resolve, and no other one may
  /// allocate final numbers. Nothing: there are none left.
  std::optional<Place> resolve(std::uint32_t provisional);

 private:
  template <class Has, class Take>
  std::optional<Place> find_or_add(Pair pair, Has has_number, Take take_number);
  bool has_number();
  bool has_provisional();
  void count(std::uint32_t segment);

  PairTable& table_;
  std::uint32_t next_ = 0, end_ = 0;                          ///< the numbers allocated to this writer
  std::uint32_t next_provisional_ = 0, end_provisional_ = 0;  ///< its provisional ids, of
  Round round_ = 0;
  std::array<std::uint8_t, segment_count> added_{};  ///< to each segment, and not counted in `used_` yet
};

}  // namespace fermata::store
