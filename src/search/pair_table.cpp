// SPDX-License-Identifier: Apache-2.0
// Open addressing in buckets.
//
//   D. Knuth, "The Art of Computer Programming", vol. 3, 6.4: open addressing, buckets
//   D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019: a product instead
//     of a remainder
//
// A bucket is a cache line of twelve numbers with a byte of hash each; a full one overflows into
// the next. The pairs themselves lie densely in the order of their numbers, so a number never
// changes when the buckets grow, and the old buckets can be given back before the new ones are
// filled. The number of buckets need not be a power of two: growing by half instead of doubling
// keeps the empty part small.
//
// Not here: deletion, and hash compaction. Two pairs are equal only if they are equal.
#include "search/pair_table.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata::search {

namespace {

std::uint64_t hash_of(Pair pair) {
  std::uint64_t h = std::uint64_t{pair.left} << 32 | pair.right;
  h ^= h >> 33;
  h *= 0xFF51AFD7ED558CCD;
  h ^= h >> 33;
  h *= 0xC4CEB9FE1A85EC53;
  return h ^ h >> 33;
}

std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }

// Of a hundred places this many may be taken.
constexpr std::uint64_t max_load_percent = 85;

}  // namespace

PairTable::PairTable(std::uint32_t limit) : limit_(limit), buckets_(8) {}

std::size_t PairTable::bucket_of(std::uint64_t hash) const {
  return static_cast<std::size_t>((static_cast<unsigned __int128>(hash) * buckets_.size()) >> 64);
}

std::uint32_t PairTable::Bucket::candidates(std::uint8_t tag) const {
#ifdef __SSE2__
  __m128i line;
  static_assert(sizeof(line) == sizeof(tags) + sizeof(used));
  std::memcpy(&line, &tags, sizeof(line));
  auto equal = static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_cmpeq_epi8(line, _mm_set1_epi8(static_cast<char>(tag)))));
#else
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < bucket_size; ++i) equal |= std::uint32_t{tags[i] == tag} << i;
#endif
  return equal & ((1u << used) - 1);
}

// Leaves in `bucket` where the pair is, or the first bucket with room for it.
std::optional<std::uint32_t> PairTable::look(Pair pair, std::uint64_t hash,
                                             std::size_t& bucket) const {
  auto tag = tag_of(hash);
  bucket = bucket_of(hash);
  while (true) {
    const Bucket& b = buckets_[bucket];
    for (auto places = b.candidates(tag); places != 0; places &= places - 1) {
      auto number = b.numbers[static_cast<std::size_t>(std::countr_zero(places))];
      if (pairs_[number] == pair) return number;
    }
    if (b.used < bucket_size) return std::nullopt;
    if (++bucket == buckets_.size()) bucket = 0;
  }
}

std::optional<std::uint32_t> PairTable::find(Pair pair) const {
  std::size_t bucket = 0;
  return look(pair, hash_of(pair), bucket);
}

std::expected<PairTable::Place, Full> PairTable::find_or_insert(Pair pair, const Stop& stop) {
  auto hash = hash_of(pair);
  std::size_t bucket = 0;
  if (auto number = look(pair, hash, bucket)) return Place{*number, false};

  if (size() >= limit_) return std::unexpected(Full::numbers);
  if (std::uint64_t{size()} * 100 >= buckets_.size() * bucket_size * max_load_percent) {
    if (!grow(stop)) return std::unexpected(Full::memory);
    look(pair, hash, bucket);
  }
  auto number = size();
  pairs_.push_back(pair);
  enter(number, hash, bucket);
  return Place{number, true};
}

void PairTable::enter(std::uint32_t number, std::uint64_t hash, std::size_t bucket) {
  Bucket& b = buckets_[bucket];
  b.numbers[b.used] = number;
  b.tags[b.used] = tag_of(hash);
  ++b.used;
}

bool PairTable::grow(const Stop& stop) {
  auto count = buckets_.size() + buckets_.size() / 2;
  if (auto left = stop.memory_left(); left && *left < (count - buckets_.size()) * sizeof(Bucket))
    return false;
  buckets_ = {};
  buckets_.resize(count);
  for (std::uint32_t number = 0; number < size(); ++number) {
    auto hash = hash_of(pairs_[number]);
    auto bucket = bucket_of(hash);
    while (buckets_[bucket].used == bucket_size) {
      if (++bucket == count) bucket = 0;
    }
    enter(number, hash, bucket);
  }
  return true;
}

}  // namespace fermata::search
