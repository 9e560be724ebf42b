// SPDX-License-Identifier: Apache-2.0
// Throwing and catching: Itanium C++ ABI: Exception Handling, level II, and std::exception_ptr on top of it.
//
// The machine says what each caller does if an exception passes through it, and lets one of them go on
// (__fermata_clause, __fermata_unwind). Everything else is here. As the ABI has it, a throw first looks for a handler,
// and if there is none calls std::terminate with all functions still running. Then callers that have destructors to run
// get their turn, one after the other: each ends in _Unwind_Resume, which looks for the next one.
//
// The objects are on the heap. As long as no exception_ptr is given to another thread, all of this is private work and
// belongs to the step that the thread is in.
#include "exceptions.h"

#include <cxxabi.h>

#include <cstddef>
#include <exception>
#include <new>
#include <typeinfo>

#include "../fermata_intrinsics.h"
#include "class_types.h"

namespace {

struct Handling {
  Throw* caught;  // what is being handled, innermost first
  unsigned on_their_way;
};
__thread Handling handling;

// Thrown by std::rethrow_exception, maybe while it is handled elsewhere. What is known of it is copied, so that it need
// not be looked up where other threads may look, too.
struct ThrownAgain {
  Throw record;
  void* pointer;  // if it is one: where clang looks for it
  const std::type_info* type;
};

const std::type_info* type_of(Throw* exception) {
  if (exception->is_first()) return exception->what->type;
  return reinterpret_cast<ThrownAgain*>(exception)->type;
}

void release(Thrown* what) {
  if (__atomic_sub_fetch(&what->references, 1, __ATOMIC_ACQ_REL) > 0) return;
  if (what->destroy) what->destroy(what->object());
  __fermata_free(what);
}

// Not inlined: callers are counted from here.
[[noreturn, gnu::noinline]] void unwind(Throw* exception, bool is_new) {
  const std::type_info* const type = type_of(exception);
  if (is_new) __fermata_event("throw", type);
  for (bool looking = is_new;; looking = false) {
    bool found = false;
    for (int caller = 1; !found; ++caller) {
      for (int k = 0;; ++k) {
        const std::size_t clause = __fermata_clause(caller, k);
        if (clause == FERMATA_NO_CLAUSE) break;
        if (clause == FERMATA_NO_CALLER) __fermata_terminate_because_of(exception, "is not caught");
        if (clause == FERMATA_TERMINATES)
          __fermata_terminate_because_of(exception, "is thrown out of a function that is noexcept");
        if (clause == FERMATA_FILTER) __fermata_unmodelled("an exception where throw(...) says which ones there are");
        void* object = exception->what->object();
        if (clause == FERMATA_CLEANUP) {
          if (looking) continue;
        } else if (clause != FERMATA_CATCH_ALL) {
          if (!__fermata_catches(reinterpret_cast<const std::type_info*>(clause), type, &object)) continue;
        }
        if (looking) {
          found = true;
          break;
        }
        exception->adjusted = object;
        __fermata_unwind(caller, k, exception);
      }
    }
  }
}

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  __fermata_throws();
  return static_cast<Thrown*>(__fermata_alloc(sizeof(Thrown) + sizeof(Throw) + bytes))->object();
}
void __cxa_free_exception(void* object) noexcept { __fermata_free(Thrown::of(object)); }

abi::__cxa_refcounted_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                              void (*destroy)(void*)) noexcept {
  Thrown* what = Thrown::of(object);
  what->type = type;
  what->destroy = destroy;
  what->first()->what = what;
  return reinterpret_cast<abi::__cxa_refcounted_exception*>(what);
}

void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  __cxa_init_primary_exception(object, type, destroy);
  Thrown* what = Thrown::of(object);
  what->references = 1;
  ++handling.on_their_way;
  unwind(what->first(), true);
}

void __cxa_rethrow() {
  Throw* exception = handling.caught;
  if (!exception) __fermata_terminate("'throw;' where no exception is being handled calls std::terminate");
  exception->handlers = -exception->handlers;
  ++handling.on_their_way;
  unwind(exception, true);
}

[[noreturn]] void _Unwind_Resume(void* exception) { unwind(static_cast<Throw*>(exception), false); }

void* __cxa_begin_catch(void* p) noexcept {
  auto* exception = static_cast<Throw*>(p);
  exception->handlers = (exception->handlers < 0 ? -exception->handlers : exception->handlers) + 1;
  --handling.on_their_way;
  if (handling.caught != exception) {
    exception->outer = handling.caught;
    handling.caught = exception;
  }
  return exception->adjusted;
}

void __cxa_end_catch() {
  Throw* exception = handling.caught;
  if (!exception) return;
  if (exception->handlers < 0) {  // it is on its way again, out of this handler
    if (++exception->handlers == 0) handling.caught = exception->outer;
    return;
  }
  if (--exception->handlers > 0) return;
  handling.caught = exception->outer;
  Thrown* what = exception->what;
  if (!exception->is_first()) __fermata_free(exception);
  release(what);
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return static_cast<Throw*>(exception)->adjusted; }

std::type_info* __cxa_current_exception_type() noexcept {
  return handling.caught ? const_cast<std::type_info*>(type_of(handling.caught)) : nullptr;
}

[[noreturn]] void __cxa_call_unexpected(void*) { __fermata_unmodelled("std::unexpected"); }
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

// Its address marks functions that have handlers. Nobody calls it.
int __gxx_personality_v0(...) { __fermata_unmodelled("a call of the personality of C++"); }

}  // extern "C"

namespace std {

bool uncaught_exception() noexcept { return handling.on_their_way > 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(handling.on_their_way); }

namespace __exception_ptr {

exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object) __atomic_add_fetch(&Thrown::of(_M_exception_object)->references, 1, __ATOMIC_ACQ_REL);
}
void exception_ptr::_M_release() noexcept {
  if (!_M_exception_object) return;
  Thrown* what = Thrown::of(_M_exception_object);
  _M_exception_object = nullptr;
  release(what);
}
void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info* exception_ptr::__cxa_exception_type() const noexcept { return Thrown::of(_M_exception_object)->type; }

}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  return handling.caught ? exception_ptr(handling.caught->what->object()) : exception_ptr();
}

void rethrow_exception(exception_ptr p) {
  if (!p) __fermata_fail(FERMATA_MISUSE, "std::rethrow_exception of a null pointer");
  Thrown* what = Thrown::of(p._M_get());
  auto* again = static_cast<ThrownAgain*>(__fermata_alloc(sizeof(ThrownAgain)));
  again->record.what = what;
  __fermata_atomic_begin();
  again->type = what->type;
  if (is_kind(again->type, POINTER_KIND)) again->pointer = *static_cast<void**>(what->object());
  ++what->references;
  __fermata_atomic_end();
  ++handling.on_their_way;
  unwind(&again->record, true);
}

nested_exception::~nested_exception() noexcept = default;

}  // namespace std
