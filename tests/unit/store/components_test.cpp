// SPDX-License-Identifier: Apache-2.0
#include "store/components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <map>
#include <memory>
#include <random>
#include <thread>
#include <vector>

namespace fermata::store {
namespace {

using Words = std::vector<Word>;

TEST(ComponentStore, gives_equal_words_equal_numbers_and_others_others) {
  ComponentStore store;
  EXPECT_EQ(store.intern({}), Component::nothing);
  std::map<Words, Component> reference;
  std::mt19937 random(5);
  for (int i = 0; i < 20'000; ++i) {
    Words words(1 + random() % 4);
    for (Word& w : words) w = random() % 12;
    const Component id = store.intern(words);
    const auto [at, fresh] = reference.emplace(words, id);
    ASSERT_EQ(at->second, id);
    ASSERT_TRUE(std::ranges::equal(store[id], words));
  }
  EXPECT_EQ(store.size(), reference.size() + 1);
}

// Nearly all words are new, and their entries are close together: a thread may find an entry empty that another thread
// fills a moment later, with other words.
TEST(ComponentStore, gives_threads_the_number_of_their_own_words) {
  constexpr int threads = 3, rounds = 1000;
  constexpr Word in_a_round = 200;
  std::vector<std::unique_ptr<ComponentStore>> stores(rounds);
  for (auto& s : stores) s = std::make_unique<ComponentStore>();
  std::array<int, threads> wrong{};
  std::barrier together(threads);
  {
    std::vector<std::jthread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        for (int round = 0; round < rounds; ++round) {
          together.arrive_and_wait();
          ComponentStore& store = *stores[static_cast<std::size_t>(round)];
          for (Word i = 0; i < in_a_round; ++i) {
            const Words words{i, i % 3 ? static_cast<Word>(t) : 7};
            wrong[static_cast<std::size_t>(t)] += !std::ranges::equal(store[store.intern(words)], words);
          }
        }
      });
  }
  for (int w : wrong) EXPECT_EQ(w, 0);
}

}  // namespace
}  // namespace fermata::store
