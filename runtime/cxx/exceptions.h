// SPDX-License-Identifier: Apache-2.0
// Exceptions, as the files about them see them.
#pragma once
#include <cstddef>
#include <typeinfo>

struct Throw;

// What was thrown. The object itself stands behind this and a Throw.
struct Thrown {
  const std::type_info* type;
  void (*destroy)(void*);
  long references;  // of exception_ptrs, and of throws that are not over
  long unused;

  void* object() { return reinterpret_cast<char*>(this) + 64; }
  Throw* first() { return reinterpret_cast<Throw*>(this + 1); }
  static Thrown* of(void* object) { return reinterpret_cast<Thrown*>(static_cast<char*>(object) - 64); }
};

// That it was thrown, until it has been caught and handled. This is what handlers and cleanups get. The 32 bytes of the
// ABI, directly before the object: where a pointer is caught by reference, clang looks for it there.
struct Throw {
  Thrown* what;
  Throw* outer;    // what its thread handles besides, further out
  void* adjusted;  // the object, or its base, that the handler asks for; of a pointer its value
  int handlers;    // that are running; negative, if one of them has thrown it again
  int unused;

  bool is_first() { return this == what->first(); }
};
static_assert(sizeof(Thrown) + sizeof(Throw) == 64 && sizeof(Throw) == 32);

extern "C" {

// Whether a handler for `wanted` takes an exception of type `thrown`. If so, `object` becomes what the handler gets.
bool __fermata_catches(const std::type_info* wanted, const std::type_info* thrown, void** object);

// std::terminate, and why it is called.
[[noreturn]] void __fermata_terminate(const char* why);
// std::terminate, because of this exception; `how` says in words why nobody can catch it.
[[noreturn]] void __fermata_terminate_because_of(Throw* exception, const char* how);
}
