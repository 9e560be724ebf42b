// SPDX-License-Identifier: Apache-2.0
// Assertions about Fermata itself. They are checked in release builds, too.
#pragma once

#include <stdexcept>

namespace fermata {

/// Thrown by FERMATA_REQUIRE. Only `cli` catches it: an internal error, exit code 6.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void require_failed(const char* condition, const char* why, const char* file, int line);

}  // namespace fermata

/// Throws InternalError unless `cond` holds. `why` is the reason why it must.
#define FERMATA_REQUIRE(cond, why) \
  (static_cast<bool>(cond) ? void(0) : ::fermata::require_failed(#cond, why, __FILE__, __LINE__))
