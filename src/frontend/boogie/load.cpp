// SPDX-License-Identifier: Apache-2.0
#include "frontend/boogie/load.h"

#include <utility>

#include "frontend/boogie/lower.h"
#include "frontend/boogie/parse.h"
#include "frontend/boogie/resolve.h"

namespace fermata::frontend::boogie {

Result<Loaded> load(std::string_view text, std::string_view file) {
  auto program = parse(text, file);
  if (!program) return std::unexpected(program.error());
  if (auto resolved = resolve(*program, file); !resolved) return std::unexpected(resolved.error());
  auto lowered = lower(*program, file);
  if (!lowered) return std::unexpected(lowered.error());
  return Loaded{std::move(lowered->program), std::move(lowered->assumptions)};
}

}  // namespace fermata::frontend::boogie
