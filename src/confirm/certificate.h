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
  bool shown = false;
  std::string why = {};  ///< not shown: which claim, and where
};

/// Does the certificate show that every run of the program ends that is as fair as this, and that none comes to rest
/// before? Makes automata of the program anew, and trusts nothing in the certificate. docs/internals/proving.md has the
/// argument. Shares with who has made it only `model`.
Checked check_certificate(const ir::Program& program, const Semantics& semantics, verdict::Fairness fairness,
                          const verdict::Certificate& certificate, const Stop& stop);
/// The same about automata, for tests.
Checked check_certificate(const ir::Program& program, const model::ThreadSystem& system, verdict::Fairness fairness,
                          const verdict::Certificate& certificate, const Stop& stop);

}  // namespace fermata::confirm
