// SPDX-License-Identifier: Apache-2.0
// Programs as text: for tests, for looking at what a front end made, for bug reports.
//
//   ; a comment
//   global @x: 4                          ; 4 zero bytes that all threads share
//   global @table: 24 const = i32 7, i32 -1, ptr @x+2, "text\00"
//
//   func @worker(%arg: ptr) {             ; the first block is called `entry` unless a label stands here
//     %v: i32 = load @x                   ; a register is declared where it is first assigned ...
//     %v = add %v, 1                      ; ... and has that type from then on
//     store i32 %v, @x
//     ret
//   }
//   func @main() entry {                  ; without a mark, the entry is @main, else the first function
//     %t: i32 = spawn @worker, 0
//   again:
//     ...
//
// %register, @global or @function, bare words for everything else. A line may be broken after a
// comma and inside parentheses. Functions and globals may be used before they are defined.
//
//   %r: i32 = add %a, 1                   the type is that of the result; `add i32 ...` says it again
//   %r: i32 = add nsw nuw %a, 1           must not wrap as a signed, or unsigned number: add sub mul shl
//   %c: i1 = ult i32 %a, 7                compare, store, switch: the type may be left out if an operand has one
//   %r: i32, %o: i1 = saddo %a, %b
//   %r: i64 = sext %a                     conversions: a type after the op is that of the source: sext i32 -1
//   %r: i32 = select %c, %a, 3
//   %p: ptr = offset @x, %i, 4, 8         @x + %i * 4 + 8; `, 8` and `, 4, 8` may be left out (then * 1 + 0)
//   %v: i32 = load atomic local @x        atomic or volatile, local, weak: behind the op, in any order
//   store %v, @x+4
//   %old: i32 = rmw atomic add @x, 1      exchange add sub and nand or xor max min umax umin fadd fsub
//                                         uinc_wrap udec_wrap
//   %old: i32, %ok: i1 = cmpxchg weak atomic @x, 0, 1
//   fence   copy_bytes %to, %from, 16   fill_bytes %to, 0, 16   lifetime_begin %p   lifetime_end %p
//   %s: ptr = stack_save   stack_restore %s
//   %p: ptr = alloca 4 "name" layout 2
//   %r: i32 = call @f(%a, 1) unwind pad   results may be dropped; a callee may be a pointer: call %p(-1:i32)
//   %t: i32 = spawn @worker, 0            intrinsics by their short names; results may be dropped
//   %e: ptr, %s: i32 = landing catch @type, filter (@a, @b), catch_all, cleanup
//   jump b   branch %c, yes, no   switch %v, otherwise, 1: one, 2: two   ret %a   resume %e, %s   unreachable
//   var %a: i32, %b: i1                   declares registers ahead of their first assignment
//
// After an intrinsic that never returns, `unreachable` may be left out. Any instruction may end in
// `at 3`, a position. Constants: 12, -1 (in the width of its place), 0xff; floats as 1.5 or as their
// bits in hexadecimal. Where no type is known, `-1:i32` gives one.
//
//   func @f(%a: i32, ... %extra: ptr) -> i32, i1 shown "Queue::f" {     variadic; no body: only declared
//   global @y: 8 const thread_local missing shown "q" layout 2 at 1 = "bytes", zero 4, @x+4 at 0
//                                         `ptr @x` is 8 bytes and an address; `@x at 0` only the address
//   layout 1: signed 4 "int"
//   layout 2: record 8 "Queue" library (head at 0: 1, tail at 4: 1)
//   layout 3: array 16 "int[4]" of 1      unknown boolean character signed unsigned floating pointer record array
//   position 1: "queue.c" 10 5 in "put" inside "producer" allocates 2 library
//
// Odd names stand in quotes: %"a b", @"operator new". `%i#7` is register 7 called i, for functions in
// which names repeat or are missing (`%#7`); likewise blocks (`body#3`). If all registers are called
// by their numbers, %0 %1 ..., the function keeps no names.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "ir/program.h"
#include "ir/text_places.h"

namespace fermata::ir {

/// A text that `parse` reads back as an equal program, if the program is valid (validate.h).
std::string to_text(const Program& program);

/// One line, for messages. Never fails, whatever the instruction refers to.
std::string to_text(const Program& program, const Function& function, const Instruction& instruction);

/// Reads what `to_text` or a person wrote. Checks only what is needed to understand it; whether the
/// program makes sense is the validator's question. If `places` is given, it is filled in for the validator.
Result<Program> parse(std::string_view text, std::string_view file_name, TextPlaces* places = nullptr);

}  // namespace fermata::ir
