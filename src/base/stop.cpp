// SPDX-License-Identifier: Apache-2.0
#include "base/stop.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace fermata {

namespace {

// The clock is cheap to look at, the resident set is not; and it takes a while to fill many pages.
constexpr std::uint32_t calls_between_looks = 64;
constexpr auto time_between_looks = std::chrono::milliseconds(1);
constexpr std::uint64_t part_between_looks = 64;

std::string bytes_text(std::uint64_t bytes) {
  if (bytes >= (std::uint64_t{1} << 30)) return fmt::format("{:.3g} GiB", double(bytes) / (1u << 30));
  return fmt::format("{:.3g} MiB", double(bytes) / (1u << 20));
}

}  // namespace

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
    : time_(time), memory_(memory_bytes) {}

const std::optional<std::string>& Stop::reason() const {
  if (!reason_) look();
  return reason_;
}

void Stop::look() const {
  if (requested_.load(std::memory_order_relaxed)) {
    reason_ = "it was interrupted";
  } else if (time_ && Clock::now() - start_ >= *time_) {
    reason_ = fmt::format("the time limit of {:.4g} s was reached", double(time_->count()) / 1000);
  } else if (memory_ && calls_++ % calls_between_looks == 0) {
    const auto now = Clock::now();
    if (now < next_look_) return;
    next_look_ = now + time_between_looks;
    if (resident_bytes() >= *memory_) reason_ = fmt::format("the memory limit of {} was reached", bytes_text(*memory_));
  }
}

// To look takes longer than to grow a little; so one look is good for a part of what is left then. Meanwhile that may be taken by others.
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

std::optional<std::uint64_t> Stop::memory_left() const {
  if (!memory_) return std::nullopt;
  auto used = resident_bytes();
  return used >= *memory_ ? 0 : *memory_ - used;
}

}  // namespace fermata
