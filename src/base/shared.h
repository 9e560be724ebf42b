// SPDX-License-Identifier: Apache-2.0
// Reading numbers that other threads may be writing.
#pragma once

#include <atomic>

namespace fermata {

/// std::atomic_ref of C++20 does not take a const object.
template <class T>
T load_shared(const T& shared, std::memory_order order) {
  return std::atomic_ref(const_cast<T&>(shared)).load(order);
}

}  // namespace fermata
