// SPDX-License-Identifier: Apache-2.0
// Hash functions for std::hash<std::string> and others.
//
//   A. Appleby, MurmurHash64A (2008), which is what libstdc++ uses on 64-bit machines
//   G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a
#include <bits/hash_bytes.h>

namespace std {
namespace {

constexpr size_t MULTIPLIER = 0xc6a4a7935bd1e995;

size_t mix(size_t x) { return x ^ (x >> 47); }

// The first `count` bytes, lowest first.
size_t read(const unsigned char* bytes, size_t count) {
  size_t word = 0;
  for (size_t i = 0; i < count; ++i) word |= static_cast<size_t>(bytes[i]) << (8 * i);
  return word;
}

}  // namespace

size_t _Hash_bytes(const void* data, size_t length, size_t seed) {
  auto* bytes = static_cast<const unsigned char*>(data);
  size_t hash = seed ^ (length * MULTIPLIER);
  for (; length >= 8; length -= 8, bytes += 8) {
    hash ^= mix(read(bytes, 8) * MULTIPLIER) * MULTIPLIER;
    hash *= MULTIPLIER;
  }
  if (length > 0) hash = (hash ^ read(bytes, length)) * MULTIPLIER;
  return mix(mix(hash) * MULTIPLIER);
}

size_t _Fnv_hash_bytes(const void* data, size_t length, size_t hash) {
  auto* bytes = static_cast<const char*>(data);  // signed, unlike in the original, because libstdc++ has it so
  for (size_t i = 0; i < length; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

}  // namespace std
