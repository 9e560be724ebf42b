// SPDX-License-Identifier: Apache-2.0
// Waiting for other threads by spinning first: sleeping and waking up take longer than most waits here.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata::store {

/// Calls `ready` for some microseconds until it is true. False: it never was.
template <class Ready>
bool spin_until(Ready ready) {
  constexpr int pauses = 64, calls = 16;
  for (int i = 0; i < pauses; ++i) {
    for (int k = 0; k < calls; ++k)
      if (ready()) return true;
#ifdef __SSE2__
    _mm_pause();
#endif
  }
  return false;
}

/// Returns when `value` is not `old`. Spins for some microseconds, then yields a few times, then sleeps.
inline void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  const auto ready = [&] { return value.load(std::memory_order_acquire) != old; };
  constexpr int yields = 32;
  for (int i = 0; i < yields; ++i) {
    if (spin_until(ready)) return;
    std::this_thread::yield();
  }
  value.wait(old);
}

/// A mutex for short critical sections: spins before it sleeps.
class BriefMutex {
 public:
  void lock() {
    if (!spin_until([this] { return mutex_.try_lock(); })) mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

}  // namespace fermata::store
