// SPDX-License-Identifier: Apache-2.0
// std::condition_variable on top of pthread_cond_*. The timed waits and condition_variable_any are in the headers.
#include <condition_variable>
#include <mutex>

#include "thread_exit.h"

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex>& lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

namespace {
struct NotifyAtThreadExit final : __at_thread_exit_elt {
  condition_variable& variable;
  mutex* held;

  NotifyAtThreadExit(condition_variable& v, mutex* m) : __at_thread_exit_elt{nullptr, run}, variable(v), held(m) {}

  static void run(void* self) {
    auto* notification = static_cast<NotifyAtThreadExit*>(self);
    notification->held->unlock();
    notification->variable.notify_all();
    delete notification;
  }
};
}  // namespace

void notify_all_at_thread_exit(condition_variable& variable, unique_lock<mutex> lock) {
  __fermata_at_thread_end(new NotifyAtThreadExit(variable, lock.release()));
}

}  // namespace std
