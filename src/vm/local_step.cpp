// SPDX-License-Identifier: Apache-2.0
#include "vm/local_step.h"

#include <vector>

#include "vm/inspect.h"

namespace fermata::vm {

std::optional<std::uint64_t> local_step_fingerprint(const Machine& machine, std::span<const Word> from,
                                                    std::span<const Word> to, ThreadId thread) {
  if (Machine::ended(to)) return std::nullopt;
  std::vector<Piece> before, after;
  pieces(machine, from, before);
  pieces(machine, to, after);
  if (before.size() != after.size()) return std::nullopt;
  std::uint64_t own = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Piece &b = before[i], &a = after[i];
    if (b.is_thread != a.is_thread || b.which != a.which) return std::nullopt;
    if (b.is_thread && b.which == index(thread))
      own = std::uint64_t{b.content} << 32 | a.content;
    else if (b.content != a.content)
      return std::nullopt;
  }
  return own;
}

}  // namespace fermata::vm
