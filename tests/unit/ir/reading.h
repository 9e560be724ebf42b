// SPDX-License-Identifier: Apache-2.0
// What the tests of the text form and of the validator share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ir/text.h"
#include "ir/validate.h"

namespace fermata::ir {

inline std::string all_of(const std::vector<Error>& errors) {
  std::string out;
  for (const Error& error : errors) out += (error.where.empty() ? "" : error.where + ": ") + error.what + "\n";
  return out;
}

/// The program that `text` says; a failure of the test if it says none.
inline Program read(std::string_view text) {
  auto program = parse(text, "test.ir");
  if (!program) {
    ADD_FAILURE() << program.error().where << ": " << program.error().what << " (" << program.error().hint << ")";
    return {};
  }
  return std::move(*program);
}

inline Program read_valid(std::string_view text) {
  Program program = read(text);
  EXPECT_EQ(all_of(validate(program)), "");
  return program;
}

}  // namespace fermata::ir
