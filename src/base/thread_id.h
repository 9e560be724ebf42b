// SPDX-License-Identifier: Apache-2.0
// Who of the program under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>

namespace fermata {

/// The number of a thread of the program under test; main is 0. A number may be another thread's later.
enum class ThreadId : std::uint32_t {};

constexpr ThreadId main_thread{0};
constexpr ThreadId no_thread{std::numeric_limits<std::uint32_t>::max()};

constexpr std::uint32_t index(ThreadId thread) { return static_cast<std::uint32_t>(thread); }

/// The numbers below `count`, ascending.
constexpr auto thread_ids(std::size_t count) {
  return std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(count)) |
         std::views::transform([](std::uint32_t number) { return ThreadId{number}; });
}

}  // namespace fermata
