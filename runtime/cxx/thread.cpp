// SPDX-License-Identifier: Apache-2.0
// std::thread on top of the C runtime's threads.
//
// Sleeping is not here: the headers turn std::this_thread::sleep_for into nanosleep.
#include <pthread.h>

#include <cerrno>
#include <thread>

#include "../fermata_intrinsics.h"
#include "exceptions.h"
#include "instead.h"

namespace std {

thread::_State::~_State() = default;

extern "C" {
void __fermata_start_at(pthread_t* thread, int detached, void (*function)(void*), void* argument);

static void run_thread_state(void* state) {
  {
    thread::_State_ptr owner{static_cast<thread::_State*>(state)};
    owner->_M_run();
  }
  pthread_exit(nullptr);
}
}

// Not through pthread_create, whose record would stand between the new thread and its state: what is passed directly
// becomes the new thread's own, so that reading it is no step. The second argument of _M_start_thread only exists to
// make a static link pull in libpthread.
void thread::_M_start_thread(_State_ptr state, void (*)()) {
  pthread_t started;
  __fermata_start_at(&started, 0, run_thread_state, state.release());
  _M_id = id(started);
}

void thread::join() {
  int error = EINVAL;
  if (_M_id != id()) error = pthread_join(_M_id._M_thread, nullptr);
  if (error) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  int error = EINVAL;
  if (_M_id != id()) error = pthread_detach(_M_id._M_thread);
  if (error) __throw_system_error(error);
  _M_id = id();
}

// As the header has them, but they say why std::terminate is called, and because of which thread. That is told by its
// number: a variable whose address is given away would have to be in memory.
static const void* object_of(thread* joinable) {
  return reinterpret_cast<const void*>(joinable->native_handle() - 1);  // c/thread.h: thread_object
}

void __fermata_thread_destroy(thread* t) noexcept INSTEAD_OF("_ZNSt6threadD2Ev");
void __fermata_thread_destroy(thread* t) noexcept {
  if (!t->joinable()) return;
  __fermata_event("destroy the handle of", object_of(t));
  __fermata_terminate("std::terminate was called: a std::thread was destroyed that was neither joined nor detached");
}

thread& __fermata_thread_assign(thread* to, thread* from) noexcept INSTEAD_OF("_ZNSt6threadaSEOS_");
thread& __fermata_thread_assign(thread* to, thread* from) noexcept {
  if (to->joinable()) {
    __fermata_event("assign to the handle of", object_of(to));
    __fermata_terminate(
        "std::terminate was called: another one was assigned to a std::thread that was neither joined nor detached");
  }
  to->swap(*from);
  return *to;
}

// Two is the smallest machine on which everything that can go wrong goes wrong; a program that starts one thread per
// core stays small enough to explore.
unsigned thread::hardware_concurrency() noexcept { return 2; }

}  // namespace std
