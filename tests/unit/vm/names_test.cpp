// SPDX-License-Identifier: Apache-2.0
#include "vm/names.h"

#include <gtest/gtest.h>

namespace fermata::vm {
namespace {

TEST(Names, what_the_library_has_inside_is_called_as_the_user_knows_it) {
  EXPECT_EQ(known_as("_ZTTSt14basic_ifstreamIcSt11char_traitsIcEE"), "std::ifstream");
  EXPECT_EQ(known_as("_ZNSt14basic_ifstreamIcSt11char_traitsIcEEC1Ev"), "std::ifstream");
  EXPECT_EQ(known_as("_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEED1Ev"), "std::ostringstream");
  EXPECT_EQ(known_as("_ZTVSt9exception"), "std::exception");
}

TEST(Names, of_functions_of_c_and_of_the_user_stay) {
  EXPECT_EQ(known_as("_ZNSt10filesystem6statusERKNS_7__cxx114pathE"), "std::filesystem");
  EXPECT_EQ(known_as("_ZSt16__ostream_insertIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKS3_l"),
            "wide streams (std::wcout and its like)");
  EXPECT_EQ(
      known_as("_ZSt9use_facetINSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEEERKT_RKSt6locale"),
      "std::get_time");
  EXPECT_EQ(known_as("socket"), "socket");
  EXPECT_EQ(known_as("_Z5fetchi"), "fetch(int)");
}

}  // namespace
}  // namespace fermata::vm
