// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <atomic>

#include "base/require.h"

namespace fermata::cli {

namespace {

// A signal handler has no other way to know whom to tell.
std::atomic<Stop*> listener = nullptr;

void on_signal(int) {
  if (auto stop = listener.load()) stop->request();
}

}  // namespace

Interrupt::Interrupt(Stop& stop) {
  FERMATA_REQUIRE(listener.exchange(&stop) == nullptr, "there is one handler for all, so one listener");
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &interrupt_before_);
  sigaction(SIGTERM, &action, &terminate_before_);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  listener = nullptr;
}

}  // namespace fermata::cli
