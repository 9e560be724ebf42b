// SPDX-License-Identifier: Apache-2.0
// One table of the intrinsics that the runtime is written with: names, operands, results.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ir/program.h"

namespace fermata::ir {

struct IntrinsicForm {
  Intrinsic which;
  std::string_view c_name;  ///< `__fermata_spawn`
  std::string_view name;    ///< in the text form: `spawn`
  std::span<const Type> operands;
  Type result;             ///< none: there is no result
  bool no_return = false;  ///< what follows it in its block is never reached
};

/// All of them, in the order of the enum.
std::span<const IntrinsicForm> intrinsics();
const IntrinsicForm& form(Intrinsic which);

/// Whether it stands anywhere in the program.
bool uses(const Program& program, Intrinsic which);
/// Whether a thread can observe that another one has ended without waiting for it. Then the end of a thread is a step
/// of its own; otherwise it belongs to the thread's last step.
bool sees_ends(const Program& program);

std::optional<Intrinsic> intrinsic_named(std::string_view c_name);
std::optional<Intrinsic> intrinsic_of_text(std::string_view name);

}  // namespace fermata::ir
