// SPDX-License-Identifier: Apache-2.0
// What all engines say together.
#pragma once

#include <map>
#include <vector>

#include "portfolio/engines.h"
#include "portfolio/pipeline.h"
#include "verdict/claim.h"
#include "verdict/question.h"
#include "verdict/verdict.h"

namespace fermata::portfolio {

class Answers {
 public:
  Answers(const Options& options, Pipeline& pipeline) : options_(options), pipeline_(pipeline) {}

  /// The question, about the properties that this engine answers and nobody has decided yet.
  verdict::Question open(const Engine& engine) const;
  /// Takes what an engine claims through the pipeline. A violation that another engine has shown before is left as it
  /// is. Throws InternalError if one is confirmed and another engine has said that the property holds.
  void add(const Engine& engine, verdict::Claims claims);
  /// One finding for each property of the question, in the order in which they are reported.
  verdict::Verdict verdict();

 private:
  void add(const Engine& engine, const verdict::Claim& claim);
  void add(const Engine& engine, verdict::Finding finding);
  /// A certificate that some property holds may show `safety` besides.
  void add_safety(const Engine& engine, const verdict::Claim& claim);
  void forget_unmodelled_if_proved();

  const Options& options_;
  Pipeline& pipeline_;
  std::map<verdict::Property, verdict::Finding> findings_;
  verdict::Verdict verdict_;
};

}  // namespace fermata::portfolio
