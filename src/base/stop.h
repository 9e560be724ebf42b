// SPDX-License-Identifier: Apache-2.0
// A request to stop: time is up, memory is short, or the user pressed a key.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>

namespace fermata {

/// Thrown where a limit ends work of which a part would be wrong, such as a step of a program: nothing of it is kept.
/// Caught where one can go on without the result.
class LimitReached : public std::exception {
 public:
  explicit LimitReached(std::string reason) : reason_(std::move(reason)) {}
  const char* what() const noexcept override { return reason_.c_str(); }

 private:
  std::string reason_;
};

/// Limits of time and memory. Long loops call `now()` in each round and return what they have when it is true. It is
/// cheap, since the resident set is read only now and then. Several threads may call it at the same time.
class Stop {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limit at all.
  Stop() = default;
  Stop(std::optional<std::chrono::milliseconds> time, std::optional<std::uint64_t> memory_bytes);
  /// For what has to be done when `search` has ended: a sixteenth more of its time (at least a quarter of a second) and
  /// of its memory (at least 8 MiB); after a request, a second.
  enum class Overtime : std::uint8_t { of };
  Stop(Overtime, const Stop& search);
  /// For work that is not necessary: half of the time that `all` has left.
  enum class Half : std::uint8_t { of };
  Stop(Half, const Stop& all);
  /// For work that is not necessary, and may take so long at most.
  Stop(std::chrono::milliseconds time, const Stop& all);
  /// For one of several who look for the same thing at once: the limits of `all`, and it can be dismissed alone. With
  /// half of the memory: as soon as the process, others included, has taken half of what is allowed.
  enum class Part : std::uint8_t { with_all_memory, with_half_of_memory };
  Stop(Part part, const Stop& all);

  /// Is it time to stop? Once true, it stays true.
  bool now() const {
    if (why_.load(std::memory_order_relaxed) == Why::nothing) look();
    return why_.load(std::memory_order_relaxed) != Why::nothing;
  }
  /// Why to stop now ("the time limit of 60 s was reached"), or nothing.
  std::optional<std::string> reason() const;
  /// Three quarters of the time are over.
  bool late() const;
  /// From a signal handler or another thread.
  void request();
  /// From another thread: what this one does is no longer needed. `why` is the reason, and lives for ever.
  void dismiss(const char* why);
  bool dismissed() const { return dismissed_.load(std::memory_order_relaxed) != nullptr; }
  /// The limit of memory, as it was asked for.
  std::optional<std::uint64_t> memory() const { return memory_; }
  /// The bytes still allowed, if there is a limit.
  std::optional<std::uint64_t> memory_left() const;
  /// To be asked before a table grows by this many bytes.
  bool allows(std::uint64_t bytes) const;

  /// The same, for work of which a part would be wrong: throws LimitReached.
  void enforce() const {
    if (now()) throw LimitReached(*reason());
  }
  void claim(std::uint64_t bytes) const;

 private:
  enum class Why : std::uint8_t { nothing, requested, time, memory, dismissed };
  void look() const;
  Why requested() const;

  const Stop* of_ = nullptr;  ///< requests to this one count, too
  std::chrono::milliseconds after_request_{0};
  std::optional<std::chrono::milliseconds> time_;  ///< as it was asked for
  std::optional<std::uint64_t> memory_;            ///< likewise
  Clock::time_point start_ = Clock::now();
  Clock::time_point end_ = Clock::time_point::max();
  std::uint64_t most_bytes_ = ~std::uint64_t{0};
  std::atomic<Clock::rep> requested_at_ = 0;  ///< 0: not
  mutable std::atomic<Why> why_ = Why::nothing;
  mutable std::atomic<std::uint32_t> calls_ = 0;
  mutable std::atomic<Clock::rep> next_look_ = 0;  ///< at the resident set
  mutable std::mutex asking_;
  mutable std::uint64_t granted_ = 0;  ///< bytes that may be taken, as far as we know, without another look
  Part part_ = Part::with_all_memory;
  std::atomic<const char*> dismissed_ = nullptr;  ///< why; written before requested_at_
};

/// The resident set of this process, in bytes, now.
std::uint64_t resident_bytes();
/// The largest resident set so far, in bytes.
std::uint64_t peak_resident_bytes();
/// "1.5 GiB"
std::string bytes_text(std::uint64_t bytes);

}  // namespace fermata
