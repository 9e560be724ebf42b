// SPDX-License-Identifier: Apache-2.0
#include "frontend/llvm/packed_texts.h"

#include <fmt/format.h>

#include <charconv>

namespace fermata::frontend::llvm {
namespace {

constexpr const char* end_mark = "end";

}  // namespace

std::string packed(Texts texts) {
  texts.push_back(end_mark);
  std::string all;
  for (const std::string& text : texts) all += fmt::format("{}:{}", text.size(), text);
  return all;
}

Texts unpacked(std::string_view all) {
  Texts texts;
  while (!all.empty()) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(all.begin(), all.end(), size);
    const auto begin = static_cast<std::size_t>(end - all.begin()) + 1;
    if (error != std::errc() || begin > all.size() || size > all.size() - begin) return {};
    texts.emplace_back(all.substr(begin, size));
    all.remove_prefix(begin + size);
  }
  if (texts.size() < 2 || texts.back() != end_mark) return {};
  texts.pop_back();
  return texts;
}

}  // namespace fermata::frontend::llvm
