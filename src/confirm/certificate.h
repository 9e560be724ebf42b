// SPDX-License-Identifier: Apache-2.0
// Is a certificate true?
#pragma once

#include <string>

#include "base/stop.h"
#include "ir/program.h"
#include "model/thread_system.h"
#include "verdict/certificate.h"
#include "verdict/question.h"

namespace fermata::confirm {

struct Checked {
  bool shown = false;         ///< every fair run ends, and none comes to rest before
  std::string why = {};       ///< not shown: which claim, and where
  bool safe = false;          ///< no run ends in a failure; that may be so without the former
  std::string may_fail = {};  ///< not safe: what was not excluded, and where
};

/// Does the certificate show that every run of the program ends that is as fair as this, and that none comes to rest
/// before? And that no run fails, however fair? Makes automata of the program anew, and trusts nothing in the
/// certificate. docs/internals/proving.md has the argument. Shares with who has made it only `model`.
Checked check_certificate(const ir::Program& program, const Semantics& semantics, verdict::Fairness fairness,
                          const verdict::Certificate& certificate, const Stop& stop);
/// The same about automata, for tests.
Checked check_certificate(const ir::Program& program, const model::ThreadSystem& system, verdict::Fairness fairness,
                          const verdict::Certificate& certificate, const Stop& stop);

}  // namespace fermata::confirm
