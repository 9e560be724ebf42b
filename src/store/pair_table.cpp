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
// changes when the buckets grow. There are 64 separate segments of buckets, each of which grows when it is full: by a
// third, which keeps the empty part small, and without a long stop.
//
// Several threads may insert at the same time: a bit in the bucket is a lock for them. Each has a block of numbers of
// its own, so that pairs inserted by different threads lie in different cache lines. While segments are resized, each
// by one thread, no thread inserts.
//
// A provisional id stands in its bucket like a number; the pair belonging to it is in a list beside the table.
// Resolving an id writes the final number into that list only, since the buckets are scattered over memory. They are
// brought up to date a round later, by all threads together.
//
// Not here: deletion, and hash compaction. Two pairs are equal only if they are equal.
#include "store/pair_table.h"

#include <algorithm>
#include <bit>

#include "store/shared.h"
#include "store/spin_wait.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata::store {

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

constexpr std::uint64_t max_load_percent = 85;
constexpr std::uint64_t locked = std::uint64_t{1} << 63;
constexpr std::uint32_t block_size = 64;      // numbers allocated to a writer at a time
constexpr std::size_t prefetch_distance = 2;  // buckets

}  // namespace

PairTable::PairTable(std::uint32_t limit) : limit_(std::min(limit, first_provisional)) {
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
  for (const ReservationRound& p : rounds_) bytes += p.all.size() * sizeof(Reservation);
  return bytes;
}

std::size_t PairTable::bucket_of(const Segment& segment, std::uint64_t hash) {
  return static_cast<std::size_t>((static_cast<unsigned __int128>(hash << segment_bits) * segment.size()) >> 64);
}

PairTable::Bucket::View PairTable::Bucket::view() const {
  View v{};
  v.tags_and_used = load_shared(tags_and_used, std::memory_order_acquire);
  v.tags = load_shared(tags, std::memory_order_relaxed);
  return v;
}

std::uint32_t PairTable::Bucket::View::candidates(std::uint8_t tag) const {
#ifdef __SSE2__
  const __m128i line = _mm_set_epi64x(static_cast<long long>(tags_and_used), static_cast<long long>(tags));
  auto equal =
      static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(line, _mm_set1_epi8(static_cast<char>(tag)))));
#else
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < 8; ++i) equal |= std::uint32_t{static_cast<std::uint8_t>(tags >> 8 * i) == tag} << i;
  for (std::uint32_t i = 0; i < 4; ++i)
    equal |= std::uint32_t{static_cast<std::uint8_t>(tags_and_used >> 8 * i) == tag} << (8 + i);
#endif
  return equal & ((1u << used()) - 1);
}

// Called by the thread that holds the lock bit. The last store releases it.
void PairTable::Bucket::set(std::uint32_t place, std::uint32_t number, std::uint8_t tag, View before) {
  std::atomic_ref(numbers[place]).store(number, std::memory_order_relaxed);
  std::uint64_t last = before.tags_and_used + (std::uint64_t{1} << 32);
  if (place < 8)
    std::atomic_ref(tags).store(before.tags | std::uint64_t{tag} << 8 * place, std::memory_order_relaxed);
  else
    last |= std::uint64_t{tag} << 8 * (place - 8);
  std::atomic_ref(tags_and_used).store(last, std::memory_order_release);
}

std::optional<std::uint32_t> PairTable::probe(const Segment& segment, Pair pair, std::uint64_t hash,
                                              std::size_t& bucket, Bucket::View& view) const {
  auto tag = tag_of(hash);
  const std::size_t first = bucket = bucket_of(segment, hash);
  while (true) {
    const Bucket& b = segment[bucket];
    view = b.view();
    for (auto places = view.candidates(tag); places != 0; places &= places - 1) {
      auto number =
          load_shared(b.numbers[static_cast<std::size_t>(std::countr_zero(places))], std::memory_order_acquire);
      if (pair_of(number) == pair) return number;
    }
    if (view.used() < bucket_size) return std::nullopt;
    if (++bucket == segment.size()) bucket = 0;
    if (bucket == first) return std::nullopt;  // full: writers count late, so a small segment may exceed the load
  }
}

std::optional<std::uint32_t> PairTable::find(Pair pair) const {
  auto hash = hash_of(pair);
  std::size_t bucket = 0;
  Bucket::View view{};
  const auto number = probe(segments_[segment_of(hash)], pair, hash, bucket, view);
  if (!number || !is_provisional(*number)) return number;
  const std::uint32_t final = reservation(*number).number;
  return is_provisional(final) ? std::nullopt : std::optional(final);
}

void PairTable::prefetch(Pair pair) const {
  auto hash = hash_of(pair);
  const Segment& segment = segments_[segment_of(hash)];
  __builtin_prefetch(&segment[bucket_of(segment, hash)], 1);
}

void PairTable::prefetch(std::uint32_t provisional) const { __builtin_prefetch(&reservation(provisional), 1); }

bool PairTable::has_room(std::uint32_t segment, std::uint32_t more) const {
  const std::uint64_t used = used_[segment].value.load(std::memory_order_relaxed);
  return (used + more) * 100 <= segments_[segment].size() * bucket_size * max_load_percent;
}

PairTable::Writer::~Writer() {
  for (std::uint32_t i = 0; i < segment_count; ++i)
    table_.used_[i].value.fetch_add(added_[i], std::memory_order_relaxed);
}

// False: `pairs_` must be stretched first.
bool PairTable::Writer::has_number() {
  if (next_ < end_) return true;
  std::atomic<std::uint32_t>& allocated = table_.allocated_.value;
  next_ = allocated.load(std::memory_order_relaxed);
  do {
    end_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{next_} + block_size, table_.pairs_.size()));
    if (next_ >= end_) return false;
  } while (!allocated.compare_exchange_weak(next_, end_, std::memory_order_relaxed));
  return true;
}

bool PairTable::Writer::has_provisional() {
  if (round_ != table_.round_) round_ = table_.round_, next_provisional_ = end_provisional_ = 0;
  if (next_provisional_ < end_provisional_) return true;
  ReservationRound& round = table_.round_of(round_);
  const std::size_t most = round.all.size();
  if (round.allocated.value.load(std::memory_order_relaxed) >= most) return false;
  const std::uint32_t first = round.allocated.value.fetch_add(block_size, std::memory_order_relaxed);
  if (first >= most) return false;
  for (std::uint32_t i = 0; i < block_size; ++i) round.all[first + i].number = first_provisional;
  next_provisional_ =
      static_cast<std::uint32_t>(first_provisional + ((round_ % table_.rounds_.size()) << round_bits) + first);
  end_provisional_ = next_provisional_ + block_size;
  return true;
}

// All threads read `used_`, so it is written seldom; yet often enough that writers together do not fill a segment.
void PairTable::Writer::count(std::uint32_t segment) {
  if (++added_[segment] <= std::min<std::size_t>(table_.segments_[segment].size() / 64, 15)) return;
  table_.used_[segment].value.fetch_add(added_[segment], std::memory_order_relaxed);
  added_[segment] = 0;
}

// `take_number(bucket)` gives the number to be stored in that bucket.
template <class Has, class Take>
std::optional<PairTable::Place> PairTable::Writer::find_or_add(Pair pair, Has has_number, Take take_number) {
  auto hash = hash_of(pair);
  const std::uint32_t number_of_segment = segment_of(hash);
  Segment& segment = table_.segments_[number_of_segment];
  std::size_t bucket = 0;
  Bucket::View view{};
  while (true) {
    if (auto number = table_.probe(segment, pair, hash, bucket, view)) return Place{*number, false};
    if (view.used() == bucket_size || !table_.has_room(number_of_segment, 1) || !has_number()) return std::nullopt;
    if (view.busy()) continue;
    // Locks the bucket, if no other thread has inserted into it since it was probed.
    Bucket& b = segment[bucket];
    if (!std::atomic_ref(b.tags_and_used)
             .compare_exchange_weak(view.tags_and_used, view.tags_and_used | locked, std::memory_order_acquire))
      continue;
    view.tags = load_shared(b.tags, std::memory_order_relaxed);
    const std::uint32_t number = take_number(static_cast<std::uint32_t>(bucket));
    b.set(view.used(), number, tag_of(hash), view);
    count(number_of_segment);
    return Place{number, true};
  }
}

std::optional<PairTable::Place> PairTable::Writer::find_or_add(Pair pair) {
  const auto place = find_or_add(
      pair, [this] { return has_number(); },
      [&](std::uint32_t) {
        table_.pairs_[next_] = pair;
        return next_++;
      });
  return place && is_provisional(place->number) ? resolve(place->number) : place;
}

std::optional<PairTable::Place> PairTable::Writer::find_or_reserve(Pair pair) {
  return find_or_add(
      pair, [this] { return has_provisional(); },
      [&](std::uint32_t bucket) {
        table_.reservation(next_provisional_) = {pair, bucket, first_provisional};
        return next_provisional_++;
      });
}

std::optional<PairTable::Place> PairTable::Writer::resolve(std::uint32_t provisional) {
  Reservation& reserved = table_.reservation(provisional);
  if (!is_provisional(reserved.number)) return Place{reserved.number, false};
  if (!has_number()) return std::nullopt;
  reserved.number = next_++;
  table_.pairs_[reserved.number] = reserved.pair;
  ++table_.rounds_[(provisional - first_provisional) >> round_bits].resolved;
  return Place{reserved.number, true};
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

PairTable::Round PairTable::begin_round(std::uint32_t most) {
  ReservationRound& next = round_of(++round_);
  next.resolved = 0;
  next.allocated.value = next.replaced.value = 0;
  const std::size_t blocks = std::min<std::size_t>(most, 1u << round_bits) / block_size;
  if (next.all.size() < blocks * block_size) next.all.resize(blocks * block_size);
  return round_;
}

void PairTable::replace_provisional() {
  if (round_ < 2) return;
  const Round round = round_ - 2;
  ReservationRound& reservations = round_of(round);
  const auto allocated =
      std::min<std::size_t>(reservations.allocated.value.load(std::memory_order_relaxed), reservations.all.size());
  const auto first_of_round = static_cast<std::uint32_t>(first_provisional + ((round % rounds_.size()) << round_bits));
  while (reservations.replaced.value.load(std::memory_order_relaxed) < allocated) {
    const std::uint32_t first = reservations.replaced.value.fetch_add(block_size, std::memory_order_relaxed);
    if (first >= allocated) return;
    for (std::uint32_t i = first; i < first + block_size; ++i) {
      const Reservation& p = reservations.all[i];
      const Segment& segment = segments_[segment_of(hash_of(p.pair))];
      if (p.bucket < segment.size()) __builtin_prefetch(&segment[p.bucket], 1);
    }
    for (std::uint32_t i = first; i < first + block_size; ++i)
      if (!is_provisional(reservations.all[i].number)) replace_provisional(first_of_round + i);
  }
}

// The id is no longer in the bucket where it was inserted if the segment has been resized since.
void PairTable::replace_provisional(std::uint32_t provisional) {
  const Reservation& reserved = reservation(provisional);
  const auto hash = hash_of(reserved.pair);
  Segment& segment = segments_[segment_of(hash)];
  auto replace_in = [&](Bucket& bucket) {
    for (std::uint32_t& number : bucket.numbers) {
      if (load_shared(number, std::memory_order_relaxed) != provisional) continue;
      std::atomic_ref(number).store(reserved.number, std::memory_order_release);
      return true;
    }
    return false;
  };
  if (reserved.bucket < segment.size() && replace_in(segment[reserved.bucket])) return;
  for (std::size_t bucket = bucket_of(segment, hash); !replace_in(segment[bucket]);)
    bucket = bucket + 1 == segment.size() ? 0 : bucket + 1;
}

// False: there are fewer numbers than that.
bool PairTable::stretch(std::uint64_t size) {
  if (size > limit_) return false;
  if (pairs_.size() < size)
    pairs_.stretch(std::min<std::uint64_t>(limit_, std::max<std::uint64_t>({size, 2 * pairs_.size(), 4096})));
  return true;
}

void PairTable::begin_resize(std::uint32_t more) {
  stretch(std::min<std::uint64_t>(
      limit_, std::uint64_t{allocated_.value.load(std::memory_order_relaxed)} + 2 * std::uint64_t{more}));
  resize_for_ = has_numbers() ? more / segment_count : 0;
  resize_begun_.value = resize_done_.value = 0;
}

void PairTable::help_resize(const Stop& stop) {
  while (resize_begun_.value.load(std::memory_order_relaxed) < segment_count) {
    const std::uint32_t segment = resize_begun_.value.fetch_add(1, std::memory_order_relaxed);
    if (segment >= segment_count) break;
    make_room_in(segment, stop);
    resize_done_.value.fetch_add(1, std::memory_order_release);
    resize_done_.value.notify_all();
  }
  for (auto done = resize_done_.value.load(); done < segment_count; done = resize_done_.value.load())
    wait_while(resize_done_.value, done);
}

bool PairTable::make_room(std::uint32_t more, const Stop& stop) {
  if (!has_numbers()) return false;
  begin_resize(more);
  for (std::uint32_t i = 0; i < segment_count; ++i)
    if (!make_room_in(i, stop)) return false;
  return true;
}

bool PairTable::make_room_in(std::uint32_t segment, const Stop& stop) {
  while (!has_room(segment, resize_for_))
    if (!grow(segment, stop)) return false;
  return true;
}

bool PairTable::grow(std::uint32_t number, const Stop& stop) {
  Segment& segment = segments_[number];
  auto count = segment.size() + (segment.size() + 2) / 3;
  if (!stop.allows(count * sizeof(Bucket))) return false;
  Segment old(count);
  old.swap(segment);
  auto prefetch_pairs = [&](const Bucket& from) {
    for (std::uint32_t i = 0; i < from.view().used(); ++i)
      if (!is_provisional(from.numbers[i])) __builtin_prefetch(&pairs_[from.numbers[i]]);
  };
  for (std::size_t k = 0; k < old.size(); ++k) {
    const Bucket& from = old[k];
    if (k + prefetch_distance < old.size()) prefetch_pairs(old[k + prefetch_distance]);
    const auto used = from.view().used();
    for (std::uint32_t i = 0; i < used; ++i) {
      auto hash = hash_of(pair_of(from.numbers[i]));
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

}  // namespace fermata::store
