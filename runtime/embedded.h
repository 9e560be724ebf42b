// SPDX-License-Identifier: Apache-2.0
// The runtime as bitcode, to be linked into the program under test. llvm-link has verified it.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fermata {

/// POSIX threads, C11 threads and the C library, for C programs.
std::span<const std::byte> runtime_c();
/// The same, and what libstdc++ has outside its headers, for C++ programs.
std::span<const std::byte> runtime_c_and_cxx();
/// The text of include/fermata/fermata.h, for programs that include it.
std::string_view runtime_header();

}  // namespace fermata
