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
#include "confirm/certificate.h"
#include "confirm/replay.h"
#include "explain/search.h"
#include "portfolio/engines.h"
#include "verdict/claim.h"
#include "verdict/verdict.h"
#include "vm/machine.h"

namespace fermata::portfolio {

class Pipeline {
 public:
  /// `original`, if values were erased from the program of `machine`, is for the program that has them.
  Pipeline(vm::Machine& machine, vm::Machine* original, const Options& options, const Stop& stop);

  /// Unknown, if a limit came before the claim was confirmed and told. Throws InternalError, if it is refuted.
  /// A certificate is a finding only if confirm has checked it, else unknown.
  verdict::Finding finding(std::string_view engine, const verdict::Claim& claim);
  verdict::Finding finding(std::string_view engine, verdict::Violation violation);
  /// What this certificate, which is for another property, shows of `safety`: holds or unknown.
  verdict::Finding safety(std::string_view engine, const verdict::Holds& holds);
  /// A run that was found before, and what it was called then.
  Result<verdict::Finding> replayed(verdict::Property property, const std::string& kind, const verdict::Run& run);
  /// Adds those that are confirmed, with the names of threads.
  void add_warnings(std::vector<verdict::Warning> warnings, verdict::Verdict& verdict);
  /// Adds a note about a run whose end leaves threads waiting, if it does.
  void add_left_waiting(const verdict::Run& run, verdict::Verdict& verdict);
  /// To what is not modelled: what the program calls besides.
  void add_unmodelled_calls(verdict::Verdict& verdict) const;

 private:
  struct Seen : confirm::Answer {
    std::optional<std::uint64_t> explored = {};  ///< states, if too much can follow the run for confirm alone
  };
  Seen confirmed(const verdict::Violation& violation);
  confirm::Checked checked(const verdict::Holds& holds);
  Seen explored(const verdict::Violation& violation);
  void shorten(verdict::Violation& violation, Seen& seen);
  /// Machines with other rules for the heap.
  class Machines {
   public:
    Machines(vm::Machine& machine, const Stop& stop) : machine_(machine), stop_(stop) {}
    vm::Machine& with(const HeapRules& heap);

   private:
    vm::Machine& machine_;
    std::vector<std::unique_ptr<vm::Machine>> others_;
    const Stop& stop_;
  };
  vm::Machine& machine_for(const HeapRules& heap) { return machines_.with(heap); }
  vm::Machine* original_for(const HeapRules& heap) { return originals_ ? &originals_->with(heap) : nullptr; }

  vm::Machine& machine_;
  vm::Machine* original_;
  Machines machines_;
  std::optional<Machines> originals_;
  const Options& options_;
  const verdict::Question& question_;
  const Stop& stop_;
  const explain::Search search_;
  struct CheckedBefore {
    verdict::Certificate certificate;
    verdict::Fairness fairness{};
    confirm::Checked answer;
  };
  std::optional<CheckedBefore> checked_before_;  ///< two properties often have the same certificate
};

}  // namespace fermata::portfolio
