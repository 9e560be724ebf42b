// SPDX-License-Identifier: Apache-2.0
#include "ir/intrinsics.h"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "ir/ops.h"

namespace fermata::ir {
namespace {

TEST(Intrinsics, are_found_by_the_name_the_runtime_uses) {
  EXPECT_EQ(intrinsic_named("__fermata_spawn"), Intrinsic::spawn);
  EXPECT_EQ(intrinsic_named("__fermata_exit"), Intrinsic::exit_process);
  EXPECT_EQ(intrinsic_named("__fermata_exit_process"), std::nullopt);
  EXPECT_EQ(intrinsic_named("pthread_create"), std::nullopt);
}

TEST(Intrinsics, have_a_name_in_the_text_form_that_no_op_has) {
  for (const IntrinsicForm& intrinsic : intrinsics()) {
    EXPECT_EQ(intrinsic_of_text(intrinsic.name), intrinsic.which);
    EXPECT_EQ(intrinsic_named(intrinsic.c_name), intrinsic.which);
    EXPECT_EQ(op_named(intrinsic.name), std::nullopt) << intrinsic.name;
  }
}

// Tests run in the project's folder.
TEST(Intrinsics, are_those_of_the_header_with_as_many_operands_and_the_same_noreturn) {
  std::ifstream file("runtime/fermata_intrinsics.h");
  ASSERT_TRUE(file) << "run from the project's folder";
  std::stringstream stream;
  stream << file.rdbuf();
  const std::string text = stream.str();

  const std::regex declaration(R"((\w+)(\*?) (__fermata_\w+)\((.*?)\)( __attribute__\(\(noreturn\)\))?;)");
  std::set<Intrinsic> seen;
  for (std::sregex_iterator match(text.begin(), text.end(), declaration), end; match != end; ++match) {
    const auto which = intrinsic_named((*match)[3].str());
    ASSERT_TRUE(which) << (*match)[3];
    seen.insert(*which);
    const IntrinsicForm& shape = form(*which);

    std::string parameters = (*match)[4].str();
    if (*which == Intrinsic::spawn) parameters = "void *fn, void *arg";
    std::size_t commas = parameters == "void" ? 0 : 1;
    for (const char c : parameters) commas += c == ',' ? 1U : 0U;
    EXPECT_EQ(shape.operands.size(), commas) << shape.name;
    const bool gives_nothing = (*match)[1] == "void" && (*match)[2] == "";
    EXPECT_EQ(shape.result.kind == Type::Kind::none, gives_nothing) << shape.name;
    EXPECT_EQ(shape.no_return, (*match)[5].matched) << shape.name;
  }
  EXPECT_EQ(seen.size(), intrinsics().size());
}

}  // namespace
}  // namespace fermata::ir
