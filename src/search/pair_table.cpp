// SPDX-License-Identifier: Apache-2.0
// Open addressing in buckets.
//
//   D. Knuth, "The Art of Computer Programming", vol. 3, 6.4: open addressing, buckets
//   D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 2019: a product instead
//     of a remainder
//   A. Laarman, J. van de Pol, M. Weber, "Boosting multi-core reachability performance with shared
//     hash tables", FMCAD 2010: a table that only ever gets more needs no locks to be read
//
// A bucket is a cache line of twelve numbers with a byte of hash each; a full one overflows into
// the next. The pairs themselves lie densely in the order of their numbers, so a number never
// changes when the buckets grow. There are 64 separate segments of buckets, each of which grows when it is full: by half,
// which keeps the empty part small, and without a long stop.
//
// Several threads may add at a time: whoever adds to a bucket sets a bit in it meanwhile. Each has numbers of its own, so that
// pairs which different threads add lie in different cache lines. Growing is for one thread alone.
//
// Not here: deletion, and hash compaction. Two pairs are equal only if they are equal.
#include "search/pair_table.h"

#include <algorithm>
#include <bit>

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
constexpr std::uint64_t busy = std::uint64_t{1} << 63;
constexpr std::uint32_t numbers_at_once = 64;

// What others may be writing. C++20's atomic_ref wants an object that is not const.
template <class T>
T load(const T& shared, std::memory_order order) {
  return std::atomic_ref(const_cast<T&>(shared)).load(order);
}

}  // namespace

PairTable::PairTable(std::uint32_t limit) : limit_(limit) {
  for (Segment& s : segments_) s.resize(1);
}

std::uint32_t PairTable::size() const {
  std::uint32_t size = 0;
  for (const Counter& c : used_) size += c.value.load(std::memory_order_relaxed);
  return size;
}

std::uint64_t PairTable::bytes() const {
  std::uint64_t bytes = std::uint64_t{size()} * sizeof(Pair);
  for (const Segment& s : segments_) bytes += s.size() * sizeof(Bucket);
  return bytes;
}

std::size_t PairTable::bucket_of(const Segment& segment, std::uint64_t hash) {
  return static_cast<std::size_t>((static_cast<unsigned __int128>(hash << segment_bits) * segment.size()) >> 64);
}

PairTable::Bucket::View PairTable::Bucket::view() const {
  View v{};
  v.tags_and_used = load(tags_and_used, std::memory_order_acquire);
  v.tags = load(tags, std::memory_order_relaxed);
  return v;
}

std::uint32_t PairTable::Bucket::View::candidates(std::uint8_t tag) const {
#ifdef __SSE2__
  const __m128i line = _mm_set_epi64x(static_cast<long long>(tags_and_used), static_cast<long long>(tags));
  auto equal = static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_cmpeq_epi8(line, _mm_set1_epi8(static_cast<char>(tag)))));
#else
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < 8; ++i) equal |= std::uint32_t{static_cast<std::uint8_t>(tags >> 8 * i) == tag} << i;
  for (std::uint32_t i = 0; i < 4; ++i) equal |= std::uint32_t{static_cast<std::uint8_t>(tags_and_used >> 8 * i) == tag} << (8 + i);
#endif
  return equal & ((1u << used()) - 1);
}

// Only the thread that has set the bit comes here. The last store takes it away again.
void PairTable::Bucket::set(std::uint32_t place, std::uint32_t number, std::uint8_t tag, View before) {
  std::atomic_ref(numbers[place]).store(number, std::memory_order_relaxed);
  std::uint64_t last = before.tags_and_used + (std::uint64_t{1} << 32);
  if (place < 8)
    std::atomic_ref(tags).store(before.tags | std::uint64_t{tag} << 8 * place, std::memory_order_relaxed);
  else
    last |= std::uint64_t{tag} << 8 * (place - 8);
  std::atomic_ref(tags_and_used).store(last, std::memory_order_release);
}

std::optional<std::uint32_t> PairTable::look(const Segment& segment, Pair pair, std::uint64_t hash, std::size_t& bucket,
                                             Bucket::View& view) const {
  auto tag = tag_of(hash);
  const std::size_t first = bucket = bucket_of(segment, hash);
  while (true) {
    const Bucket& b = segment[bucket];
    view = b.view();
    for (auto places = view.candidates(tag); places != 0; places &= places - 1) {
      auto number = load(b.numbers[static_cast<std::size_t>(std::countr_zero(places))], std::memory_order_relaxed);
      if (pairs_[number] == pair) return number;
    }
    if (view.used() < bucket_size) return std::nullopt;
    if (++bucket == segment.size()) bucket = 0;
    if (bucket == first) return std::nullopt;  // writers who did not know of each other have filled a small segment
  }
}

std::optional<std::uint32_t> PairTable::find(Pair pair) const {
  auto hash = hash_of(pair);
  std::size_t bucket = 0;
  Bucket::View view{};
  return look(segments_[segment_of(hash)], pair, hash, bucket, view);
}

void PairTable::prefetch(Pair pair) const {
  auto hash = hash_of(pair);
  const Segment& segment = segments_[segment_of(hash)];
  __builtin_prefetch(&segment[bucket_of(segment, hash)], 1);
}

bool PairTable::has_room(std::uint32_t segment, std::uint32_t more) const {
  const std::uint64_t used = used_[segment].value.load(std::memory_order_relaxed);
  return (used + more) * 100 <= segments_[segment].size() * bucket_size * max_load_percent;
}

PairTable::Writer::~Writer() {
  for (std::uint32_t i = 0; i < segment_count; ++i) table_.used_[i].value.fetch_add(added_[i], std::memory_order_relaxed);
}

/// False: `pairs_` must be stretched first.
bool PairTable::Writer::has_number() {
  if (next_ < end_) return true;
  std::atomic<std::uint32_t>& given = table_.given_.value;
  next_ = given.load(std::memory_order_relaxed);
  do {
    end_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{next_} + numbers_at_once, table_.pairs_.size()));
    if (next_ >= end_) return false;
  } while (!given.compare_exchange_weak(next_, end_, std::memory_order_relaxed));
  return true;
}

// Everybody reads how full a segment is, so it is told seldom; yet soon enough that all writers together do not fill it.
void PairTable::Writer::count(std::uint32_t segment) {
  if (++added_[segment] <= std::min<std::size_t>(table_.segments_[segment].size() / 64, 15)) return;
  table_.used_[segment].value.fetch_add(added_[segment], std::memory_order_relaxed);
  added_[segment] = 0;
}

std::optional<PairTable::Place> PairTable::Writer::find_or_add(Pair pair) {
  auto hash = hash_of(pair);
  const std::uint32_t number_of_segment = segment_of(hash);
  Segment& segment = table_.segments_[number_of_segment];
  std::size_t bucket = 0;
  Bucket::View view{};
  while (true) {
    if (auto number = table_.look(segment, pair, hash, bucket, view)) return Place{*number, false};
    if (view.used() == bucket_size || !table_.has_room(number_of_segment, 1) || !has_number()) return std::nullopt;
    if (view.busy()) continue;
    // From here on nobody else adds to this bucket; and nobody has since we looked.
    Bucket& b = segment[bucket];
    if (!std::atomic_ref(b.tags_and_used).compare_exchange_weak(view.tags_and_used, view.tags_and_used | busy, std::memory_order_acquire))
      continue;
    view.tags = load(b.tags, std::memory_order_relaxed);
    const std::uint32_t number = next_++;
    table_.pairs_[number] = pair;
    b.set(view.used(), number, tag_of(hash), view);
    count(number_of_segment);
    return Place{number, true};
  }
}

std::expected<PairTable::Place, Full> PairTable::Writer::find_or_insert(Pair pair, const Stop& stop) {
  const std::uint32_t segment = segment_of(hash_of(pair));
  while (true) {
    if (auto place = find_or_add(pair)) return *place;
    if (!table_.has_room(segment, 1)) {
      if (!table_.grow(segment, stop)) return std::unexpected(Full::memory);
    } else if (!table_.stretch(table_.pairs_.size() + 1)) {
      return std::unexpected(Full::numbers);
    }
  }
}

// At least to this size, if there are so many numbers.
bool PairTable::stretch(std::uint64_t size) {
  if (size > limit_) return false;
  if (pairs_.size() < size) pairs_.stretch(std::min<std::uint64_t>(limit_, std::max<std::uint64_t>({size, 2 * pairs_.size(), 4096})));
  return true;
}

bool PairTable::make_room(std::uint32_t more, const Stop& stop) {
  stretch(std::min<std::uint64_t>(limit_, std::uint64_t{given_.value.load(std::memory_order_relaxed)} + 2 * std::uint64_t{more}));
  for (std::uint32_t i = 0; i < segment_count; ++i)
    while (!has_room(i, more / segment_count))
      if (!grow(i, stop)) return false;
  return true;
}

bool PairTable::grow(std::uint32_t number, const Stop& stop) {
  Segment& segment = segments_[number];
  auto count = segment.size() + (segment.size() + 1) / 2;
  if (auto left = stop.memory_left(); left && *left < count * sizeof(Bucket)) return false;
  Segment old(count);
  old.swap(segment);
  for (const Bucket& from : old) {
    const auto used = from.view().used();
    for (std::uint32_t i = 0; i < used; ++i) {
      auto hash = hash_of(pairs_[from.numbers[i]]);
      auto bucket = bucket_of(segment, hash);
      while (segment[bucket].view().used() == bucket_size) {
        if (++bucket == count) bucket = 0;
      }
      Bucket& b = segment[bucket];
      const auto view = b.view();
      b.set(view.used(), from.numbers[i], tag_of(hash), view);
    }
  }
  return true;
}

}  // namespace fermata::search
