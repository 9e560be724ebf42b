// SPDX-License-Identifier: Apache-2.0
// Throwing and catching (Itanium C++ ABI: Exception Handling, level II), as far as it can be reached: a throw ends the
// run as "not modelled", so no handler ever starts.
#include <cstddef>
#include <exception>

#include "../fermata_intrinsics.h"

extern "C" {

void* __cxa_allocate_exception(std::size_t bytes) noexcept { return __fermata_alloc(bytes ? bytes : 1); }
void __cxa_free_exception(void* object) noexcept { __fermata_free(object); }

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) { __fermata_unmodelled("throwing a C++ exception"); }
[[noreturn]] void __cxa_rethrow() { __fermata_unmodelled("rethrowing a C++ exception"); }
[[noreturn]] void __cxa_bad_cast() { __fermata_unmodelled("throwing std::bad_cast"); }
[[noreturn]] void __cxa_bad_typeid() { __fermata_unmodelled("throwing std::bad_typeid"); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { __fermata_unmodelled("throwing std::bad_array_new_length"); }

void* __cxa_begin_catch(void*) noexcept { __fermata_unmodelled("catching a C++ exception"); }
void __cxa_end_catch() { __fermata_unmodelled("catching a C++ exception"); }
void* __cxa_get_exception_ptr(void*) noexcept { __fermata_unmodelled("catching a C++ exception"); }
[[noreturn]] void _Unwind_Resume(void*) { __fermata_unmodelled("catching a C++ exception"); }

// Its address marks functions that have handlers. Nobody calls it.
int __gxx_personality_v0(...) { __fermata_unmodelled("unwinding the stack"); }

[[noreturn]] void __cxa_pure_virtual() { __fermata_fail(FERMATA_MISUSE, "pure virtual function called"); }
[[noreturn]] void __cxa_deleted_virtual() { __fermata_fail(FERMATA_MISUSE, "deleted virtual function called"); }

}  // extern "C"

namespace std {

namespace {
terminate_handler handler;
}

terminate_handler get_terminate() noexcept { return __atomic_load_n(&handler, __ATOMIC_ACQUIRE); }
terminate_handler set_terminate(terminate_handler next) noexcept {
  return __atomic_exchange_n(&handler, next, __ATOMIC_ACQ_REL);
}

// Also what the destructor of a std::thread calls that is neither joined nor detached.
void terminate() noexcept {
  if (terminate_handler chosen = get_terminate()) chosen();
  __fermata_fail(FERMATA_ABORT, "std::terminate was called");
}

// Without a throw, none is ever in flight.
bool uncaught_exception() noexcept { return false; }
int uncaught_exceptions() noexcept { return 0; }
exception_ptr current_exception() noexcept { return nullptr; }

namespace __exception_ptr {
void exception_ptr::_M_addref() noexcept {}
void exception_ptr::_M_release() noexcept {}
}  // namespace __exception_ptr
void rethrow_exception(exception_ptr) { __fermata_unmodelled("rethrowing a C++ exception"); }

void __glibcxx_assert_fail(const char*, int, const char*, const char* condition) noexcept {
  __fermata_fail(FERMATA_ASSERTION, condition);
}

}  // namespace std
