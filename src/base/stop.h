// SPDX-License-Identifier: Apache-2.0
// A request to stop: time is up, memory is short, or the user pressed a key.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace fermata {

/// Limits under which work is done. Long loops ask `reason()` for each small piece of work (it is cheap:
/// the resident set is looked at only now and then) and end with what they have.
class Stop {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limit at all.
  Stop() = default;
  Stop(std::optional<std::chrono::milliseconds> time, std::optional<std::uint64_t> memory_bytes);

  /// Why to stop now ("the time limit of 60 s was reached"), or nothing. Once said, always said.
  const std::optional<std::string>& reason() const;
  /// From a signal handler or another thread.
  void request() { requested_.store(true, std::memory_order_relaxed); }
  /// The bytes still allowed, if there is a limit.
  std::optional<std::uint64_t> memory_left() const;
  /// Tables that grow ask before they do, for this many bytes. Several threads may ask at the same time.
  bool allows(std::uint64_t bytes) const;

 private:
  void look() const;

  std::optional<std::chrono::milliseconds> time_;
  std::optional<std::uint64_t> memory_;
  Clock::time_point start_ = Clock::now();
  std::atomic<bool> requested_ = false;
  mutable std::uint32_t calls_ = 0;
  mutable Clock::time_point next_look_ = start_;  ///< at the resident set
  mutable std::optional<std::string> reason_;
  mutable std::mutex asking_;
  mutable std::uint64_t granted_ = 0;  ///< bytes that may be taken, as far as we know, without another look
};

/// The resident set of this process, in bytes, now.
std::uint64_t resident_bytes();
/// The largest resident set so far, in bytes.
std::uint64_t peak_resident_bytes();

}  // namespace fermata
