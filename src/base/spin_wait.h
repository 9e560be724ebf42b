// SPDX-License-Identifier: Apache-2.0
// Spin-waiting: most waits here are shorter than it takes to put a thread to sleep and wake it up.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata {

/// Polls `ready` for some microseconds. False: it did not become true.
template <class Ready>
bool spin_until(Ready ready) {
  constexpr int turns = 64, looks = 16;
  for (int i = 0; i < turns; ++i) {
    for (int k = 0; k < looks; ++k)
      if (ready()) return true;
#ifdef __SSE2__
    _mm_pause();
#endif
  }
  return false;
}

/// Waits until the value is another one: spins for some microseconds, then yields, then sleeps.
inline void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  const auto ready = [&] { return value.load(std::memory_order_acquire) != old; };
  constexpr int yields = 32;
  for (int i = 0; i < yields; ++i) {
    if (spin_until(ready)) return;
    std::this_thread::yield();
  }
  value.wait(old);
}

/// A spinlock, for critical sections of a few instructions.
class BriefMutex {
 public:
  void lock() {
    if (!spin_until([this] { return mutex_.try_lock(); })) mutex_.lock();
  }
  void unlock() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

}  // namespace fermata
