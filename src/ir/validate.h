// SPDX-License-Identifier: Apache-2.0
// The rules that every program keeps before a vm or an engine sees it.
//
//   - every register, block, function, global, layout and position that is named exists;
//   - each block ends in its only terminator;
//   - operands and results are as many and of the types that ops.cpp, intrinsics.cpp, a known callee
//     or the function's own results say; calls and intrinsics may drop all their results;
//   - constants fit in their type; integers have 1 to 128 bits, floats 32 or 64;
//   - an unwind target begins with landing, landing stands nowhere else, and only unwinding leads there;
//   - addresses in initial values lie inside of their global and do not overlap;
//   - no object is larger than half of the address space;
//   - `owns` keeps all declarations in one global variable;
//   - the entry has a body and takes nothing;
//   - fields that an op does not use are at their defaults, so that equal programs compare equal.
//
// Not here: whether a register is assigned before it is read (it is 0 then).
#pragma once

#include <vector>

#include "base/error.h"
#include "ir/program.h"
#include "ir/text_places.h"

namespace fermata::ir {

/// Everything that is wrong with `program`; nothing: it may be run. Each message names the function,
/// the block and the instruction. `Error::where` is a place in the text that the program was parsed from, if `text`
/// is given; otherwise the position that the instruction itself carries.
std::vector<Error> validate(const Program& program, const TextPlaces* text = nullptr);

}  // namespace fermata::ir
