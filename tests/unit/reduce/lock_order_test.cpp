// SPDX-License-Identifier: Apache-2.0
#include "reduce/lock_order.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fermata::reduce {
namespace {

TEST(LockOrder, an_order_that_would_close_a_cycle_is_cut_for_ever) {
  LockOrder order;
  EXPECT_TRUE(order.allows(1, 2));
  EXPECT_TRUE(order.allows(2, 3));
  EXPECT_FALSE(order.allows(3, 1));
  EXPECT_FALSE(order.allows(3, 1)) << "it is decided once";
  EXPECT_TRUE(order.allows(1, 3));
  EXPECT_EQ(order.cuts(), (std::set<std::pair<vm::Address, vm::Address>>{{3, 1}}));
}

TEST(LockOrder, a_lock_that_is_taken_again_ends_the_transaction) {
  LockOrder order;
  EXPECT_FALSE(order.allows(7, 7));
}

TEST(LockOrder, remembers_only_what_it_was_asked) {
  LockOrder order;
  EXPECT_EQ(order.recall(1, 2), std::nullopt);
  order.allows(1, 2);
  order.allows(2, 1);
  EXPECT_EQ(order.recall(1, 2), true);
  EXPECT_EQ(order.recall(2, 1), false);
  EXPECT_EQ(order.recall(2, 3), std::nullopt);
}

// The definition: an order is allowed iff no path of allowed ones leads back.
TEST(LockOrder, on_random_questions_answers_as_the_definition_does) {
  std::minstd_rand random(3);
  for (int round = 0; round < 200; ++round) {
    LockOrder order;
    std::set<std::pair<vm::Address, vm::Address>> allowed;
    std::map<std::pair<vm::Address, vm::Address>, bool> decided;
    for (int i = 0; i < 60; ++i) {
      const vm::Address a = random() % 6, b = random() % 6;
      auto reach = allowed;  // its transitive closure
      for (vm::Address k = 0; k < 6; ++k)
        for (vm::Address from = 0; from < 6; ++from)
          for (vm::Address to = 0; to < 6; ++to)
            if (reach.contains({from, k}) && reach.contains({k, to})) reach.insert({from, to});
      const auto [known, fresh] = decided.try_emplace({a, b}, a != b && !reach.contains({b, a}));
      EXPECT_EQ(order.allows(a, b), known->second);
      if (known->second) allowed.insert({a, b});
    }
  }
}

}  // namespace
}  // namespace fermata::reduce
