// SPDX-License-Identifier: Apache-2.0
// std::condition_variable on top of pthread_cond_*. The timed waits and condition_variable_any are in the headers.
#include <condition_variable>
#include <mutex>

extern "C" int __cxa_thread_atexit(void (*function)(void*), void* object, void* library);

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex>& lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

namespace {
struct NotifyAtThreadExit {
  condition_variable& variable;
  mutex* held;

  static void run(void* self) {
    auto* notification = static_cast<NotifyAtThreadExit*>(self);
    notification->held->unlock();
    notification->variable.notify_all();
    delete notification;
  }
};
}  // namespace

// Registered with the thread_local objects, so it runs after those that were made later and before those made earlier.
// libstdc++ runs it after all of them: a program that tells the two apart is waiting for a thread_local's destructor.
void notify_all_at_thread_exit(condition_variable& variable, unique_lock<mutex> lock) {
  __cxa_thread_atexit(NotifyAtThreadExit::run, new NotifyAtThreadExit{variable, lock.release()}, nullptr);
}

}  // namespace std
