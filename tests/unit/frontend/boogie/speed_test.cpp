// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "frontend/boogie/loading.h"

namespace fermata::frontend::boogie {
namespace {

TEST(Speed, ten_thousand_lines_are_read_at_once) {
  std::string text = "var x: int where x == 0;\n";
  for (int p = 0; p < 1'000; ++p) {
    text += "procedure p" + std::to_string(p) + "(a: int) modifies x; {\n  var b: int;\n  b := a + 1;\n";
    for (int i = 0; i < 3; ++i) text += "  if (b < 10 && x != a) {\n    x := (b + a) mod 7;\n";
    text += "  }}}\n}\n";
  }
  text += "procedure {:entrypoint} main() {\n";
  for (int p = 0; p < 1'000; ++p) text += "  call p" + std::to_string(p) + "(1);\n";
  text += "}\n";
  EXPECT_GT(std::ranges::count(text, '\n'), 10'000);
  const auto begin = std::chrono::steady_clock::now();
  loaded(text);
  // 0.2 s in a release build; with sanitizers, on a busy machine, it may take longer.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

}  // namespace
}  // namespace fermata::frontend::boogie
