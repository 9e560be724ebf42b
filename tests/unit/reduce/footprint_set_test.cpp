// SPDX-License-Identifier: Apache-2.0
#include "reduce/footprint_set.h"

#include <gtest/gtest.h>

namespace fermata::reduce {
namespace {

class Sets : public testing::Test {
 protected:
  Sets() { one.id = 1, two.id = 2, three.id = 3; }
  vm::Footprint one, two, three;
  FootprintSets sets;
};

TEST_F(Sets, the_empty_one_is_none) {
  FootprintSet nothing;
  EXPECT_EQ(sets.intern(nothing), nullptr);
}

TEST_F(Sets, are_one_whatever_the_order_and_however_often_a_footprint_is_named) {
  FootprintSet a{&two, &one}, b{&one, &two, &one}, c{&one, &three};
  const FootprintSet* first = sets.intern(a);
  EXPECT_EQ(first, sets.intern(b));
  EXPECT_NE(first, sets.intern(c));
  EXPECT_EQ(*first, (FootprintSet{&one, &two}));
}

TEST_F(Sets, of_one_footprint_are_one) {
  FootprintSet a{&two}, b{&two, &two};
  EXPECT_EQ(sets.intern(a), sets.intern(b));
}

TEST_F(Sets, are_shared_by_copies) {
  FootprintSets copy = sets;
  FootprintSet a{&one, &two}, b{&two, &one};
  EXPECT_EQ(sets.intern(a), copy.intern(b));
}

TEST_F(Sets, a_step_may_race_only_if_it_begins_with_an_access) {
  EXPECT_FALSE(accesses(one));
  one.begin().accesses.push_back({.object = 1, .size = 4, .sort = vm::Access::Sort::plain, .at = 1});
  EXPECT_TRUE(accesses(one));
}

}  // namespace
}  // namespace fermata::reduce
