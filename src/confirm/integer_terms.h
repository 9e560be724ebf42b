// SPDX-License-Identifier: Apache-2.0
// Terms over bit vectors as terms of linear integer arithmetic in SMT-LIB, exactly: numbers wrap.
#pragma once

#include <set>
#include <string>

#include "model/thread_system.h"
#include "verdict/certificate.h"

namespace fermata::confirm {

/// A value of several bits is the signed number that they are, a value of one bit 0 or 1; but a variable that is read
/// without sign is the number that its bits are so. What is not linear is a value that may be anything its width has,
/// the same one wherever the term stands; so a formula that is unsatisfiable is so for every real value.
class IntegerTerms {
 public:
  explicit IntegerTerms(const model::ThreadSystem& system) : system_(system) {}

  /// The name of the term, or of the variable before a step; declares it first.
  std::string term(model::TermId id);
  std::string variable(model::VariableId id);
  /// The term as what the variable is read as.
  std::string given(model::VariableId id, model::TermId value);
  /// "(= 1 t)"
  std::string holds(model::TermId guard) { return "(= 1 " + term(guard) + ")"; }
  /// All that was declared, for Questions.
  const std::string& declarations() const { return text_; }

 private:
  std::string defined(const model::Term& term);
  std::string anything(model::TermId id, unsigned width);

  const model::ThreadSystem& system_;
  std::set<std::string> known_;
  std::string text_;
};

}  // namespace fermata::confirm
