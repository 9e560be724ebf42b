// SPDX-License-Identifier: Apache-2.0
#include "vm/chunks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace fermata::vm {
namespace {

using Plain = std::vector<std::uint8_t>;

/// Some bytes, kept twice; not those that are huge.
struct Pair {
  Pair(ComponentStore& store, Scratch& scratch, std::uint32_t bytes)
      : chunks(store, scratch),
        size(bytes),
        plain(bytes < 1 << 24 ? bytes : 0),
        kept(std::make_shared<std::vector<Word>>()) {
    chunks.open(size, {});
  }
  Chunks chunks;
  std::uint32_t size;
  Plain plain;
  std::shared_ptr<std::vector<Word>> kept;  ///< the top that was opened

  std::vector<Word> top() {
    std::vector<Word> words;
    chunks.pack(words);
    return words;
  }
  void reopen(std::vector<Word> top) {
    kept = std::make_shared<std::vector<Word>>(std::move(top));
    chunks.open(size, *kept);
  }
  Plain read(std::uint32_t offset, std::uint32_t count) const {
    Plain bytes(count, 0xee);
    chunks.read(offset, bytes.data(), count);
    return bytes;
  }
};

class Store : public ::testing::Test {
 protected:
  Pair make(std::uint32_t size) { return Pair(store, scratch, size); }
  ComponentStore store;
  Scratch scratch;
};
using ChunksOfAnObject = Store;

constexpr std::uint32_t giga = 1u << 30;

TEST_F(ChunksOfAnObject, what_is_zero_costs_nothing) {
  Pair big = make(giga);
  EXPECT_TRUE(big.top().empty());
  const std::uint64_t before = store.bytes();
  const std::uint8_t zero[8] = {};
  big.chunks.write(12345, zero, 8);
  big.chunks.fill(1, 0, giga - 2);
  EXPECT_TRUE(big.top().empty());
  EXPECT_EQ(store.bytes(), before);
  EXPECT_EQ(big.read(giga - 9, 9), Plain(9));
}

TEST_F(ChunksOfAnObject, a_byte_in_a_gigabyte_costs_a_path) {
  Pair big = make(giga);
  for (std::uint32_t at : {0u, giga / 3, giga - 1}) {
    const std::size_t before = store.size();
    big.chunks.write(at, "x", 1);
    big.reopen(big.top());
    EXPECT_LE(store.size() - before, 4u) << "a chunk, and a node for each level but the top";
    EXPECT_EQ(big.read(at, 1), Plain{'x'});
  }
}

TEST_F(ChunksOfAnObject, a_gigabyte_of_one_value_is_one_chunk) {
  Pair big = make(giga), same = make(giga);
  big.chunks.fill(0, 7, giga);
  const std::size_t before = store.size();
  EXPECT_LT(before, 10u);
  same.chunks.fill(100, 7, giga - 100);
  same.chunks.fill(0, 7, 100);
  EXPECT_EQ(same.top(), big.top());
  EXPECT_EQ(big.read(giga - 2, 2), Plain(2, 7));
}

TEST_F(ChunksOfAnObject, a_copy_of_a_gigabyte_shares_what_is_below_the_top) {
  Pair one = make(giga), other = make(giga);
  for (std::uint32_t at = 0; at < giga; at += giga / 10) one.chunks.write(at, "abc", 3);
  one.reopen(one.top());
  const std::size_t before = store.size();
  other.chunks.copy(0, one.chunks, 0, giga);
  EXPECT_EQ(other.top(), one.top());
  EXPECT_EQ(store.size(), before);
}

TEST_F(ChunksOfAnObject, bytes_that_are_zero_again_cost_nothing_again) {
  Pair bytes = make(100'000);
  bytes.chunks.write(50'000, "xyz", 3);
  bytes.reopen(bytes.top());
  EXPECT_FALSE(bytes.top().empty());
  bytes.chunks.write(50'000, "\0\0\0", 3);
  EXPECT_TRUE(bytes.top().empty());
}

TEST_F(ChunksOfAnObject, an_access_may_cross_a_border_of_chunks_and_of_nodes) {
  Pair bytes = make(1 << 20);
  for (std::uint32_t border : {256u, 512u, 1u << 14, 3u << 14}) {
    bytes.chunks.write(border - 3, "abcdef", 6);
    const Plain found = bytes.read(border - 4, 8);
    EXPECT_EQ(std::string(found.begin(), found.end()), std::string("\0abcdef\0", 8));
  }
}

TEST_F(ChunksOfAnObject, the_largest_object_works_up_to_its_last_byte) {
  constexpr std::uint32_t most = 1u << 31;
  Pair big = make(most);
  big.chunks.write(most - 2, "yz", 2);
  big.chunks.fill(most - 10, 'x', 8);
  big.chunks.copy(0, big.chunks, most - 5, 5);
  EXPECT_EQ(big.read(most - 4, 4), (Plain{'x', 'x', 'y', 'z'}));
  EXPECT_EQ(big.read(0, 6), (Plain{'x', 'x', 'x', 'y', 'z', 0}));
}

std::vector<std::uint32_t> differences(const ComponentStore& store, std::uint32_t size, const std::vector<Word>& one,
                                       const std::vector<Word>& other) {
  std::vector<std::uint32_t> found;
  Chunks::each_difference(store, size, one, other, [&](std::uint32_t at) {
    found.push_back(at);
    return true;
  });
  return found;
}

// Two objects beside plain vectors of bytes. Equal bytes must have equal tops, whatever was done to get there.
class RandomBytes : public Store, public ::testing::WithParamInterface<std::uint32_t> {
 protected:
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); }
  /// Often at borders of chunks and nodes.
  std::uint32_t offset(std::uint32_t size) {
    switch (below(4)) {
      case 0: return below(size);
      case 1: return std::min(size - 1, below(size / 256 + 1) * 256);
      case 2: return std::min(size - 1, below(size / 16384 + 1) * 16384 + below(3));
      default: return std::min(size - 1, below(size / 256 + 1) * 256 + 250 + below(6));
    }
  }
  std::uint32_t length(std::uint32_t most) {
    const std::uint32_t wanted[] = {1, 2, 4, 8, 16, 256, 300, 16384, below(1000), below(40000), most};
    return std::min(most, std::max(1u, wanted[below(std::size(wanted))]));
  }
  std::mt19937_64 random;
};

TEST_P(RandomBytes, are_as_in_a_plain_vector_and_equal_bytes_have_equal_tops) {
  const std::uint32_t size = GetParam();
  random.seed(size);
  std::vector<Pair> pairs;
  for (std::uint32_t s : {size, size, size + 20'000}) pairs.push_back(make(s));
  std::map<Plain, std::vector<Word>> known;
  std::map<std::vector<Word>, Plain> known_tops;
  std::vector<std::pair<Plain, std::vector<Word>>> snapshots;
  for (int round = 0; round < 3000; ++round) {
    Pair& p = pairs[below(pairs.size())];
    Pair& q = pairs[below(pairs.size())];
    const auto all = static_cast<std::uint32_t>(p.plain.size());
    const std::uint32_t at = offset(all);
    switch (below(8)) {
      case 0:
      case 1: {
        Plain fresh(length(std::min(all - at, 600u)));
        if (below(3))
          for (auto& byte : fresh) byte = static_cast<std::uint8_t>(below(3));
        p.chunks.write(at, fresh.data(), static_cast<std::uint32_t>(fresh.size()));
        std::ranges::copy(fresh, p.plain.begin() + at);
        break;
      }
      case 2: {
        const std::uint32_t n = length(all - at);
        const auto value = static_cast<std::uint8_t>(below(2));
        p.chunks.fill(at, value, n);
        std::fill_n(p.plain.begin() + at, n, value);
        break;
      }
      case 3:
      case 4: {
        const auto theirs = static_cast<std::uint32_t>(q.plain.size());
        std::uint32_t from = below(2) ? offset(theirs) : std::min(at, theirs - 1);
        if (below(3) == 0) from = (from & ~255u) | (at & 255);
        from = std::min(from, theirs - 1);
        const std::uint32_t n = length(std::min(all - at, theirs - from));
        p.chunks.copy(at, q.chunks, from, n);
        std::memmove(p.plain.data() + at, q.plain.data() + from, n);
        break;
      }
      case 5: {
        const std::uint32_t n = length(all - at);
        const Plain found = p.read(at, n);
        ASSERT_TRUE(std::equal(found.begin(), found.end(), p.plain.begin() + at)) << round;
        break;
      }
      case 6:  // a step ends, another begins
        p.reopen(p.top());
        if (all == size) snapshots.emplace_back(p.plain, p.top());
        break;
      default:
        if (all != size || snapshots.empty() || below(4)) break;
        std::tie(p.plain, *p.kept) = snapshots[below(snapshots.size())];
        p.reopen(*p.kept);
    }
    if (round % 8) continue;
    ASSERT_EQ(p.read(0, all), p.plain) << round;
    const auto top = p.top();
    ASSERT_EQ(known.try_emplace(p.plain, top).first->second, top) << round << ": equal bytes";
    if (all == size) {
      ASSERT_EQ(known_tops.try_emplace(top, p.plain).first->second, p.plain) << round << ": equal tops";
    }
    Pair anew = make(all);
    anew.chunks.write(0, p.plain.data(), all);
    ASSERT_EQ(anew.top(), top) << round << ": written at once";
    if (all != q.plain.size()) continue;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t k = 0; k < all; ++k)
      if (p.plain[k] != q.plain[k]) expected.push_back(k);
    ASSERT_EQ(differences(store, all, top, q.top()), expected) << round;
    const std::uint32_t k = below(all);
    ASSERT_EQ(Chunks::byte(store, all, top, k), p.plain[k]);
  }
  EXPECT_GT(snapshots.size(), 100u);
}

// One level of nodes, none of them full; two levels; not a multiple of anything.
INSTANTIATE_TEST_SUITE_P(Sizes, RandomBytes, ::testing::Values(4097u, 16'384u, 16'385u, 50'001u, 200'000u));

}  // namespace
}  // namespace fermata::vm
