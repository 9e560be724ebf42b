// SPDX-License-Identifier: Apache-2.0
// The runtime as bitcode modules, to be linked into the program under test.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fermata {

/// POSIX threads, C11 threads and the C library. Every program needs it.
std::span<const std::byte> runtime_c();
/// What libstdc++ has outside its headers. Only for C++ programs; needs runtime_c. Empty if we were built without it.
std::span<const std::byte> runtime_cxx();
/// The text of include/fermata/fermata.h, for programs that include it.
std::string_view runtime_header();

}  // namespace fermata
