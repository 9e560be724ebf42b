// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fermata {

/// How the machine treats objects of the heap; a run means what it means with the rules it was made with.
struct HeapRules {
  /// A private object that is passed to a new thread is that thread's own from then on.
  bool hand_over = true;
  /// A place that another thread has freed is that thread's, and its next object of that size is there, as with an
  /// allocator that has a cache for each thread. Otherwise it goes back to the heap of the thread that allocated it.
  bool freers_reuse = false;
  bool operator==(const HeapRules&) const = default;
};

}  // namespace fermata
