// SPDX-License-Identifier: Apache-2.0
// Ctrl-C ends the search with what is known so far.
#pragma once

#include <array>
#include <csignal>

#include "base/stop.h"

namespace fermata::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP requests a stop; another one later ends the process as usual.
/// A signal that was ignored before (nohup) stays ignored. There must be only one such object at a time.
class Interrupt {
 public:
  explicit Interrupt(Stop&);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

 private:
  static constexpr std::array signals_{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, signals_.size()> before_ = {};
};

}  // namespace fermata::cli
