// SPDX-License-Identifier: Apache-2.0
// From a claim to a finding: confirm, minimise, confirm again, explain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/stop.h"
#include "confirm/replay.h"
#include "explain/search.h"
#include "portfolio/engines.h"
#include "verdict/claim.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::portfolio {

class Pipeline {
 public:
  Pipeline(vm::Machine& machine, const Options& options, const Stop& stop);

  /// Unknown, if a limit came before the claim was confirmed and told. Throws InternalError, if it is refuted.
  verdict::Finding finding(std::string_view engine, const verdict::Claim& claim);
  verdict::Finding finding(std::string_view engine, verdict::Violation violation);
  /// A run that was found before, and what it was called then.
  Result<verdict::Finding> replayed(verdict::Property property, const std::string& kind, const verdict::Run& run);
  /// Adds those that are confirmed, with the names of threads.
  void add_warnings(std::vector<verdict::Warning> warnings, verdict::Verdict& verdict);

 private:
  struct Seen : confirm::Answer {
    std::optional<std::uint64_t> explored = {};  ///< states, if too much can follow the run for confirm alone
  };
  Seen confirmed(const verdict::Violation& violation);
  Seen explored(const verdict::Violation& violation);
  void shorten(verdict::Violation& violation, Seen& seen);
  vm::Machine& machine_for(bool hand_over);

  vm::Machine& machine_;
  std::unique_ptr<vm::Machine> other_;  ///< treats hand-over in the other way
  const Options& options_;
  const verdict::Question& question_;
  const Stop& stop_;
  const explain::Search search_;
};

}  // namespace fermata::portfolio
