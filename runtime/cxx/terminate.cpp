// SPDX-License-Identifier: Apache-2.0
// std::terminate: what is said of an exception that nobody can catch, and of a program that gives up for another
// reason.
#include <cstddef>
#include <exception>
#include <typeinfo>

#include "../fermata_intrinsics.h"
#include "exceptions.h"
#include "instead.h"

// Its name keeps it out of reports: reading it is a step of ours.
extern "C" {
std::terminate_handler __fermata_terminate_handler;
}

namespace {

struct Text {
  char* begin;
  std::size_t length = 0;

  void add(const char* more) {
    while (*more && length < 1000) begin[length++] = *more++;
    begin[length] = 0;
  }
};

// The machine shows a name behind _ZTS as people write it.
[[noreturn]] void fail_with(Throw* exception, const char* how) {
  Text text{static_cast<char*>(__fermata_alloc(1001))};
  const std::type_info* type = exception->what->type;
  text.add("an exception of type '_ZTS");
  text.add(type->name());
  text.add("' ");
  text.add(how);
  void* object = exception->what->object();
  if (__fermata_catches(&typeid(std::exception), type, &object)) {
    text.add(": ");
    text.add(static_cast<std::exception*>(object)->what());
  }
  __fermata_fail(FERMATA_UNCAUGHT, text.begin);
}

}  // namespace

extern "C" {

void* __cxa_begin_catch(void*) noexcept;

[[noreturn]] void __fermata_terminate(const char* why) {
  if (std::terminate_handler chosen = std::get_terminate()) {
    chosen();
    why = "the handler of std::terminate has returned";
  }
  __fermata_fail(FERMATA_ABORT, why);
}

// Here, unlike in std::terminate, it is known that an exception is the reason. It counts as being handled.
[[noreturn]] void __fermata_terminate_because_of(Throw* exception, const char* how) {
  __cxa_begin_catch(exception);
  if (std::get_terminate()) std::terminate();
  fail_with(exception, how);
}

// What clang calls where an exception leaves a function that is noexcept. Not inlined: the machine looks for it
// (vm/code.cpp), to end the program where the exception is thrown and not only after destructors have run. Both is
// allowed.
[[noreturn, gnu::noinline]] void __fermata_call_terminate(void* exception) INSTEAD_OF("__clang_call_terminate");
[[noreturn, gnu::noinline]] void __fermata_call_terminate(void* exception) {
  __fermata_terminate_because_of(static_cast<Throw*>(exception), "is thrown out of a function that is noexcept");
}

[[noreturn]] void __cxa_pure_virtual() { __fermata_fail(FERMATA_MISUSE, "pure virtual function called"); }
[[noreturn]] void __cxa_deleted_virtual() { __fermata_fail(FERMATA_MISUSE, "deleted virtual function called"); }

}  // extern "C"

namespace std {

terminate_handler get_terminate() noexcept { return __atomic_load_n(&__fermata_terminate_handler, __ATOMIC_ACQUIRE); }
terminate_handler set_terminate(terminate_handler next) noexcept {
  return __atomic_exchange_n(&__fermata_terminate_handler, next, __ATOMIC_ACQ_REL);
}

void terminate() noexcept { __fermata_terminate("std::terminate was called"); }

void __glibcxx_assert_fail(const char*, int, const char*, const char* condition) noexcept {
  __fermata_fail(FERMATA_ASSERTION, condition);
}

}  // namespace std
