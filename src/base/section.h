// SPDX-License-Identifier: Apache-2.0
// Sections: what a thread has begun and ought to end.
#pragma once

#include <compare>
#include <cstdint>
#include <tuple>

#include "base/thread_id.h"

namespace fermata {

/// The numbers are those of runtime/fermata_intrinsics.h, and of run files.
enum class SectionKind : std::uint8_t {
  mutex,
  critical,
  condition,
  barrier,
  semaphore,
  join,
  rwlock,
  once,
  futex,
  user,
  shared,
  latch,
  future,
  exclusive,
  call
};

/// One execution of a section: this kind, on this object, by this thread. Identity: waits belong to their thread;
/// a critical section, and an exclusive one of the user's, belong to their object alone, whoever is in them.
struct SectionInstance {
  SectionKind kind{};
  std::uint64_t object = 0;  ///< an address; of a join: the thread that is joined
  ThreadId thread{};

  /// Equal for the same instance.
  std::tuple<SectionKind, std::uint64_t, ThreadId> key() const {
    return {kind, object, kind == SectionKind::critical || kind == SectionKind::exclusive ? no_thread : thread};
  }
  bool operator==(const SectionInstance& other) const { return key() == other.key(); }
  auto operator<=>(const SectionInstance& other) const { return key() <=> other.key(); }
};

/// Marked by the user with include/fermata/fermata.h, rather than by the runtime?
constexpr bool is_users(SectionKind kind) {
  return kind == SectionKind::user || kind == SectionKind::exclusive || kind == SectionKind::call;
}

/// Does the thread hold a lock, or a share of one, in it?
constexpr bool holds_lock(SectionKind kind) { return kind == SectionKind::critical || kind == SectionKind::shared; }

}  // namespace fermata
