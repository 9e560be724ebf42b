// SPDX-License-Identifier: Apache-2.0
// Numbers that other threads may be writing.
#pragma once

#include <atomic>

namespace fermata::store {

/// C++20's atomic_ref wants an object that is not const.
template <class T>
T load_shared(const T& shared, std::memory_order order) {
  return std::atomic_ref(const_cast<T&>(shared)).load(order);
}

}  // namespace fermata::store
