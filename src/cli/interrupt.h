// SPDX-License-Identifier: Apache-2.0
// Ctrl-C asks for what is known so far.
#pragma once

#include <csignal>

#include "base/stop.h"

namespace fermata::cli {

/// While it lives, the first SIGINT or SIGTERM requests a stop; another one later ends the process as usual. One at a time.
class Interrupt {
 public:
  explicit Interrupt(Stop&);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

 private:
  struct sigaction interrupt_before_ = {}, terminate_before_ = {};
};

}  // namespace fermata::cli
