// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <atomic>
#include <cstdint>
#include <ctime>

#include "base/require.h"

namespace fermata::cli {

namespace {

// A signal handler has no other way to know whom to tell.
std::atomic<Stop*> listener = nullptr;

std::atomic<std::int64_t> first_at = 0;  // nanoseconds; 0: there was none

// timeout(1) sends its signal to the process and then to its group, so it comes twice. Two within half a second are
// one.
constexpr std::int64_t one_and_the_same = 500'000'000;

std::int64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec + 1;
}

void on_signal(int signal) {
  if (auto stop = listener.load()) stop->request();
  std::int64_t none = 0;
  if (first_at.compare_exchange_strong(none, now()) || now() - none < one_and_the_same) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

Interrupt::Interrupt(Stop& stop) {
  FERMATA_REQUIRE(listener.exchange(&stop) == nullptr, "there is one handler for all, so one listener");
  first_at = 0;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < signals_.size(); ++i) {
    sigaction(signals_[i], &action, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) sigaction(signals_[i], &before_[i], nullptr);
  }
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &before_[i], nullptr);
  listener = nullptr;
}

}  // namespace fermata::cli
