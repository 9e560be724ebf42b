// SPDX-License-Identifier: Apache-2.0
// Atomic reads of plain memory that other threads may be writing.
#pragma once

#include <atomic>

namespace fermata::store {

/// In C++20, std::atomic_ref takes no const object.
template <class T>
T load_shared(const T& shared, std::memory_order order) {
  return std::atomic_ref(const_cast<T&>(shared)).load(order);
}

}  // namespace fermata::store
