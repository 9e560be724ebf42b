// SPDX-License-Identifier: Apache-2.0
// The clocks of <chrono>. What time it is, is for clock_gettime to say.
#include <time.h>

#include <chrono>

namespace std::chrono {
inline namespace _V2 {

static nanoseconds read_clock(clockid_t which) {
  timespec now;
  clock_gettime(which, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

system_clock::time_point system_clock::now() noexcept { return time_point(read_clock(CLOCK_REALTIME)); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(read_clock(CLOCK_MONOTONIC)); }

}  // namespace _V2
}  // namespace std::chrono
