// SPDX-License-Identifier: Apache-2.0
#include "vm/local_step.h"

#include <algorithm>

#include "vm/inspect.h"

namespace fermata::vm {

std::optional<std::uint64_t> local_step_fingerprint(const Machine& machine, std::span<const Word> from,
                                                    std::span<const Word> to, ThreadId thread) {
  if (Machine::ended(to) || from.size() != to.size()) return std::nullopt;
  // Words are numbers of components: equal words, equal content. All but one are of others, or may be seen by them.
  const auto record = static_cast<std::ptrdiff_t>(record_word(machine, thread));
  if (!std::equal(from.begin(), from.begin() + record, to.begin()) ||
      !std::equal(from.begin() + record + 1, from.end(), to.begin() + record + 1))
    return std::nullopt;
  return std::uint64_t{from[static_cast<std::size_t>(record)]} << 32 | to[static_cast<std::size_t>(record)];
}

}  // namespace fermata::vm
