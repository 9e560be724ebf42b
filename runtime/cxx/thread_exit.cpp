// SPDX-License-Identifier: Apache-2.0
// Destructors of thread_local objects: each thread keeps a list of them and runs it, last made first, when it ends.
//
// The C runtime calls __fermata_run_thread_exit_functions where a thread ends: after its function has returned or in
// pthread_exit, before the destructors of pthread_key_create, and in exit for the thread that called it. It declares
// the function weak, as a C program is linked without this file.
#include "thread_exit.h"

#include "../fermata_intrinsics.h"

namespace {

struct ExitFunction {
  void (*function)(void*);
  void* object;
  ExitFunction* next;
};

}  // namespace

extern "C" void __fermata_run_thread_exit_functions(void);

namespace {

// The runtime is linked like an archive. What registers must bring along what runs, which nothing in this part of the
// runtime calls: hence the second member.
struct Registered {
  ExitFunction* last;
  std::__at_thread_exit_elt* at_the_end;
  void (*runner)(void);
};
__thread Registered registered = {nullptr, nullptr, __fermata_run_thread_exit_functions};

}  // namespace

extern "C" {

int __cxa_thread_atexit(void (*function)(void*), void* object, void*) {
  auto* entry = static_cast<ExitFunction*>(__fermata_alloc(sizeof(ExitFunction)));
  entry->function = function;
  entry->object = object;
  entry->next = registered.last;
  registered.last = entry;
  return 0;
}

int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  return __cxa_thread_atexit(function, object, library);
}

void __fermata_at_thread_end(std::__at_thread_exit_elt* element) {
  element->_M_next = registered.at_the_end;
  registered.at_the_end = element;
}

// A destructor may register others: they come next.
void __fermata_run_thread_exit_functions(void) {
  while (ExitFunction* entry = registered.last) {
    registered.last = entry->next;
    entry->function(entry->object);
    __fermata_free(entry);
  }
  while (std::__at_thread_exit_elt* element = registered.at_the_end) {
    registered.at_the_end = element->_M_next;
    element->_M_cb(element);
  }
}

}  // extern "C"
