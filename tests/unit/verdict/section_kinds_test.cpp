// SPDX-License-Identifier: Apache-2.0
#include "verdict/section_kinds.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace fermata::verdict {
namespace {

TEST(SectionKinds, are_named_as_they_are_read) {
  for (const std::string list : {"all", "none", "mutex", "critical,join,user"}) {
    const auto kinds = section_kinds_named(list);
    ASSERT_TRUE(kinds) << list;
    EXPECT_EQ(name(*kinds), list);
  }
  EXPECT_EQ(section_kinds_named(section_kind_names()), SectionKinds::all());
  EXPECT_EQ(section_kinds_named("user,mutex"), section_kinds_named("mutex,user,mutex"));
}

TEST(SectionKinds, that_nobody_knows_are_refused) {
  for (const std::string list : {"", "mutexes", "mutex,", ",mutex", "mutex,,join", "mutex, join", "all,mutex", "Mutex"})
    EXPECT_EQ(section_kinds_named(list), std::nullopt) << list;
}

TEST(SectionKinds, whatever_the_user_marks_is_one_kind) {
  const auto marked = section_kinds_named("user");
  ASSERT_TRUE(marked);
  EXPECT_TRUE(marked->contains(SectionKind::user));
  EXPECT_TRUE(marked->contains(SectionKind::exclusive));
  EXPECT_TRUE(marked->contains(SectionKind::call));
  EXPECT_FALSE(marked->contains(SectionKind::critical));
}

}  // namespace
}  // namespace fermata::verdict
