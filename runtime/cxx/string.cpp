// SPDX-License-Identifier: Apache-2.0
// std::string. Up to C++17 the headers promise that the library holds its members; this is where they are.
// The header's own code is what we want, so it is instantiated, for char only.
#include <new>
#include <string>

template class std::allocator<char>;
template class std::basic_string<char>;

// Before C++17 two constructors were not templates, which gave them other names than the instantiation above does.
#define STRING_CONSTRUCTOR(suffix) __asm__("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE" suffix)

namespace {
using Allocator = std::allocator<char>;
}

void construct_from_text(std::string*, const char*, const Allocator&) STRING_CONSTRUCTOR("C1EPKcRKS3_");
void construct_base_from_text(std::string*, const char*, const Allocator&) STRING_CONSTRUCTOR("C2EPKcRKS3_");
void construct_filled(std::string*, std::size_t, char, const Allocator&) STRING_CONSTRUCTOR("C1EmcRKS3_");
void construct_base_filled(std::string*, std::size_t, char, const Allocator&) STRING_CONSTRUCTOR("C2EmcRKS3_");

void construct_from_text(std::string* self, const char* text, const Allocator& a) { new (self) std::string(text, a); }
void construct_base_from_text(std::string* self, const char* text, const Allocator& a) {
  new (self) std::string(text, a);
}
void construct_filled(std::string* self, std::size_t n, char c, const Allocator& a) { new (self) std::string(n, c, a); }
void construct_base_filled(std::string* self, std::size_t n, char c, const Allocator& a) {
  new (self) std::string(n, c, a);
}
