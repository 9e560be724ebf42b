// SPDX-License-Identifier: Apache-2.0
// What the libraries and the system may do to a program where its text leaves that open.
#pragma once

#include <cstdint>
#include <optional>

namespace fermata {

struct InputRange {
  std::int64_t first = 0, last = 0;
  bool operator==(const InputRange&) const = default;
};

/// Means the same to the machine, to every engine and to the model for SPIN.
struct Semantics {
  /// A wait on a condition variable may return without a signal. That never excuses a wait that nobody ends.
  bool spurious_wakeups = true;
  /// Weak compare-exchange and try_lock may fail for no reason.
  bool spurious_failures = false;
  /// Whether timed waits time out.
  enum class Timeouts : std::uint8_t { may, never, always };
  Timeouts timeouts = Timeouts::may;
  /// A writer that waits for a read-write lock keeps new readers out, whatever the lock says of itself. As in glibc, it
  /// does not.
  bool writers_first = false;
  /// abort() ends the process, and is no failure, as in the programs of SV-COMP.
  bool abort_ends = false;
  /// A lock, thread or the like that is used as it must not be is no failure: the operation has no effect and returns
  /// an error.
  bool ignores_misuse = false;
  /// Inputs of more than a byte have only these values, as far as their type has them.
  std::optional<InputRange> input_range;

  bool operator==(const Semantics&) const = default;
};

}  // namespace fermata
