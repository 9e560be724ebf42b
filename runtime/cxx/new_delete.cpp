// SPDX-License-Identifier: Apache-2.0
// operator new and delete. Memory never runs out here: programs are not asked how they behave without it. Every object
// of the machine begins at an address that is aligned to 64 KB, so alignment needs little care.
//
// All are weak, as a program may bring its own.
#include <new>

#include "../fermata_intrinsics.h"

#define REPLACEABLE __attribute__((weak))

REPLACEABLE void* operator new(std::size_t n) { return __fermata_alloc(n ? n : 1); }
REPLACEABLE void* operator new[](std::size_t n) { return operator new(n); }
REPLACEABLE void* operator new(std::size_t n, const std::nothrow_t&) noexcept { return operator new(n); }
REPLACEABLE void* operator new[](std::size_t n, const std::nothrow_t&) noexcept { return operator new[](n); }
REPLACEABLE void operator delete(void* p) noexcept { __fermata_free(p); }
REPLACEABLE void operator delete[](void* p) noexcept { operator delete(p); }
REPLACEABLE void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
REPLACEABLE void operator delete[](void* p, std::size_t) noexcept { operator delete[](p); }
REPLACEABLE void operator delete(void* p, const std::nothrow_t&) noexcept { operator delete(p); }
REPLACEABLE void operator delete[](void* p, const std::nothrow_t&) noexcept { operator delete[](p); }

REPLACEABLE void* operator new(std::size_t n, std::align_val_t a) {
  if (static_cast<std::size_t>(a) > 65536) __fermata_unmodelled("memory that is aligned to more than 64 KB");
  return __fermata_alloc(n ? n : 1);
}
REPLACEABLE void* operator new[](std::size_t n, std::align_val_t a) { return operator new(n, a); }
REPLACEABLE void* operator new(std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return operator new(n, a);
}
REPLACEABLE void* operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t&) noexcept {
  return operator new[](n, a);
}
REPLACEABLE void operator delete(void* p, std::align_val_t) noexcept { __fermata_free(p); }
REPLACEABLE void operator delete[](void* p, std::align_val_t a) noexcept { operator delete(p, a); }
REPLACEABLE void operator delete(void* p, std::size_t, std::align_val_t a) noexcept { operator delete(p, a); }
REPLACEABLE void operator delete[](void* p, std::size_t, std::align_val_t a) noexcept { operator delete[](p, a); }
REPLACEABLE void operator delete(void* p, std::align_val_t a, const std::nothrow_t&) noexcept { operator delete(p, a); }
REPLACEABLE void operator delete[](void* p, std::align_val_t a, const std::nothrow_t&) noexcept {
  operator delete[](p, a);
}

const std::nothrow_t std::nothrow{};

// Nobody calls it.
namespace {
std::new_handler handler;
}
std::new_handler std::set_new_handler(std::new_handler next) noexcept {
  return __atomic_exchange_n(&handler, next, __ATOMIC_ACQ_REL);
}
std::new_handler std::get_new_handler() noexcept { return __atomic_load_n(&handler, __ATOMIC_ACQUIRE); }
