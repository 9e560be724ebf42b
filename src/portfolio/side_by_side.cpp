// SPDX-License-Identifier: Apache-2.0
#include "portfolio/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

namespace fermata::portfolio {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_looks = std::chrono::milliseconds(50);

template <class What>
bool any(const verdict::Claims& claims) {
  return std::ranges::any_of(claims.claims,
                             [](const verdict::Claim& c) { return std::holds_alternative<What>(c.what); });
}

}  // namespace

BothClaims ask_side_by_side(const Ask& first, const Ask& second, const Moment& moment, const Stop& stop,
                            const std::function<void(const Progress&)>& progress) {
  Stop first_stop(Stop::Part::with_all_memory, stop), second_stop(Stop::Part::with_half_of_memory, stop);
  std::atomic<std::uint64_t> states = 0;  // that the first has seen
  enum class First : std::uint8_t { runs, leaves_open, is_done };
  First now = First::runs;  // these two are guarded, as the condition variable wants it
  bool second_has_ended = false;
  const auto begin = Clock::now();
  std::mutex guard;
  std::condition_variable changed;
  BothClaims said;
  std::exception_ptr failed;

  std::jthread other([&] {
    const auto is_over = [&] {
      const auto taken = Clock::now() - begin;
      return taken >= moment.most || (taken >= moment.least && states.load(std::memory_order_relaxed) >= moment.states);
    };
    {
      std::unique_lock lock(guard);
      while (now == First::runs && !is_over()) changed.wait_for(lock, between_looks);
      if (now == First::is_done) return;
    }
    try {
      said.second = second(second_stop, {});
    } catch (...) {
      failed = std::current_exception();
    }
    if (failed || any<verdict::Violation>(*said.second)) first_stop.dismiss("another engine had found a violation");
    const std::scoped_lock lock(guard);
    second_has_ended = true;
    changed.notify_one();
  });
  const auto first_has_ended = [&](First how) {
    std::unique_lock lock(guard);
    now = how;
    changed.notify_one();
    const auto time =
        how == First::is_done ? Clock::duration::zero() : std::max<Clock::duration>(moment.most, Clock::now() - begin);
    if (!changed.wait_for(lock, time, [&] { return second_has_ended; }))
      second_stop.dismiss("the engine before it had ended");
    lock.unlock();
    other.join();
  };

  try {
    said.first = first(first_stop, [&](const Progress& so_far) {
      states.store(so_far.states, std::memory_order_relaxed);
      if (progress) progress(so_far);
    });
  } catch (...) {
    first_has_ended(First::is_done);
    throw;
  }
  const bool open = !any<verdict::Violation>(said.first) && any<verdict::Unknown>(said.first) && !stop.now();
  first_has_ended(open ? First::leaves_open : First::is_done);
  if (failed) std::rethrow_exception(failed);
  return said;
}

}  // namespace fermata::portfolio
