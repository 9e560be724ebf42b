// SPDX-License-Identifier: Apache-2.0
// A state, as far as storage is concerned.
#pragma once

#include <cstdint>

namespace fermata::store {

/// A state is a sequence of words; its length may differ from state to state. Words that change
/// together should stand together: storage is shared between states that agree on a stretch.
using Word = std::uint32_t;

/// A state that has been stored: states are numbered from 0 in the order in which they came.
enum class State : std::uint32_t {};
constexpr std::uint32_t index(State state) { return static_cast<std::uint32_t>(state); }

}  // namespace fermata::store
