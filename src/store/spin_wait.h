// SPDX-License-Identifier: Apache-2.0
// Waiting for other threads. To fall asleep and to be woken takes longer than most of what is waited for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fermata::store {

/// Asks `ready` again and again, for some microseconds. False: it was never true.
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

/// Until it has another value. Lets other threads run after some microseconds, and sleeps after some more.
inline void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  const auto ready = [&] { return value.load(std::memory_order_acquire) != old; };
  constexpr int yields = 32;
  for (int i = 0; i < yields; ++i) {
    if (spin_until(ready)) return;
    std::this_thread::yield();
  }
  value.wait(old);
}

/// A mutex for little to do.
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
