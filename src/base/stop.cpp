// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace fermata {

namespace {

// Reading the clock is cheap, reading the resident set is not, and the resident set grows slowly.
constexpr std::uint32_t calls_between_looks = 64;
constexpr auto time_between_looks = std::chrono::milliseconds(1);
constexpr std::uint64_t part_between_looks = 64;
constexpr std::uint64_t many_bytes = std::uint64_t{1} << 20;  // take time, too

constexpr int overtime_part = 16;
constexpr auto least_overtime = std::chrono::milliseconds(250),
               overtime_after_request = std::chrono::milliseconds(1000);
constexpr std::uint64_t least_more_bytes = std::uint64_t{8} << 20;

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
  if (bytes >= (std::uint64_t{1} << 30)) return fmt::format("{:.3g} GiB", double(bytes) / (1u << 30));
  return fmt::format("{:.3g} MiB", double(bytes) / (1u << 20));
}

std::uint64_t resident_bytes() {
  std::uint64_t total = 0, resident = 0;
  if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(f);
  }
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Stop::Stop(std::optional<std::chrono::milliseconds> time, std::optional<std::uint64_t> memory_bytes)
    : time_(time), memory_(memory_bytes) {
  if (time_) end_ = start_ + *time_;
  if (memory_) most_bytes_ = *memory_;
}

Stop::Stop(Overtime, const Stop& search)
    : of_(&search),
      after_request_(overtime_after_request),
      time_(search.time_),
      memory_(search.memory_),
      start_(search.start_) {
  if (time_) end_ = search.end_ + std::max<std::chrono::milliseconds>(*time_ / overtime_part, least_overtime);
  if (memory_) most_bytes_ = search.most_bytes_ + std::max(*memory_ / overtime_part, least_more_bytes);
}

Stop::Stop(Half, const Stop& all)
    : of_(&all),
      after_request_(all.after_request_ / 2),
      time_(all.time_),
      memory_(all.memory_),
      start_(all.start_),
      most_bytes_(all.most_bytes_) {
  const auto now = Clock::now();
  if (time_) end_ = now + std::max(all.end_ - now, Clock::duration::zero()) / 2;
}

Stop::Stop(std::chrono::milliseconds time, const Stop& all)
    : of_(&all),
      after_request_(all.after_request_),
      time_(time),
      memory_(all.memory_),
      end_(std::min(start_ + time, all.end_)),
      most_bytes_(all.most_bytes_) {}

Stop::Stop(Part part, const Stop& all)
    : of_(&all),
      after_request_(all.after_request_),
      time_(all.time_),
      memory_(all.memory_),
      start_(all.start_),
      end_(all.end_),
      most_bytes_(all.most_bytes_),
      part_(part) {
  if (memory_ && part == Part::with_half_of_memory) most_bytes_ /= 2;
}

void Stop::request() { requested_at_.store(Clock::now().time_since_epoch().count(), std::memory_order_release); }

void Stop::dismiss(const char* why) {
  dismissed_.store(why, std::memory_order_relaxed);
  request();
}

Stop::Why Stop::requested() const {
  for (const Stop* stop = this; stop; stop = stop->of_) {
    const Clock::rep at = stop->requested_at_.load(std::memory_order_acquire);
    if (at != 0 && Clock::now() >= Clock::time_point(Clock::duration(at)) + after_request_)
      return stop->dismissed() ? Why::dismissed : Why::requested;
  }
  return Why::nothing;
}

std::optional<std::string> Stop::reason() const {
  if (!now()) return std::nullopt;
  switch (why_.load(std::memory_order_relaxed)) {
    case Why::nothing: break;
    case Why::requested: return "it was interrupted";
    case Why::dismissed:
      for (const Stop* stop = this; stop; stop = stop->of_)
        if (const char* why = stop->dismissed_.load(std::memory_order_relaxed)) return why;
      break;
    case Why::time: return fmt::format("the time limit of {:.4g} s was reached", double(time_->count()) / 1000);
    case Why::memory:
      return fmt::format("{} memory limit of {} was reached",
                         part_ == Part::with_half_of_memory ? "half of the" : "the", bytes_text(*memory_));
  }
  return std::nullopt;
}

bool Stop::late() const { return time_ && Clock::now() - start_ >= *time_ / 4 * 3; }

void Stop::look() const {
  if (const Why why = requested(); why != Why::nothing) {
    why_ = why;
  } else if (time_ && Clock::now() >= end_) {
    why_ = Why::time;
  } else if (memory_ && calls_.fetch_add(1, std::memory_order_relaxed) % calls_between_looks == 0) {
    const auto now = Clock::now();
    if (now.time_since_epoch().count() < next_look_.load(std::memory_order_relaxed)) return;
    next_look_.store((now + time_between_looks).time_since_epoch().count(), std::memory_order_relaxed);
    if (resident_bytes() >= most_bytes_) why_ = Why::memory;
  }
}

// Reading the resident set takes longer than a small growth does. So one reading grants a part of what is left, which
// is used up without reading again. Other threads may take memory meanwhile; that is why it is only a part.
bool Stop::allows(std::uint64_t bytes) const {
  if (!memory_) return true;
  const std::scoped_lock lock(asking_);
  if (bytes > granted_) {
    const std::uint64_t left = *memory_left();
    if (bytes > left) return false;
    granted_ = std::max(bytes, left / part_between_looks);
  }
  granted_ -= bytes;
  return true;
}

void Stop::claim(std::uint64_t bytes) const {
  if (bytes >= many_bytes) enforce();
  if (allows(bytes)) return;
  why_ = Why::memory;
  throw LimitReached(*reason());
}

std::optional<std::uint64_t> Stop::memory_left() const {
  if (!memory_) return std::nullopt;
  const auto used = resident_bytes();
  return used >= most_bytes_ ? 0 : most_bytes_ - used;
}

}  // namespace fermata
