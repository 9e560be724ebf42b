// SPDX-License-Identifier: Apache-2.0
// What stands here is taken instead of what a header of libstdc++ has under the same name (frontend/llvm/link.cpp). The
// name is the mangled one; a * in it stands for anything, such as the arguments of a template, and a # for a number,
// which is given to the function as one more argument, its last.
#pragma once

#define INSTEAD_OF(name) __asm__(name) __attribute__((section("fermata.instead")))
