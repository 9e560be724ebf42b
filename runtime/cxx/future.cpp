// SPDX-License-Identifier: Apache-2.0
// std::future and those who keep its promise: promise, packaged_task, async.
//
// The header of libstdc++ 12 sets a result under a std::call_once, then a status, then wakes those who wait on that
// status with a futex. Here, as the standard has it, a result is stored and made ready in one step, and so is finding
// that it is ready; nobody is woken, as nobody sleeps. A value whose type is a number, a pointer or a string is also
// copied in that step. For others the copy is the program's code, and so is the function of a packaged_task or of
// std::async: it runs before that step, and if several threads want to set the same result, all but one wait for it.
// If it throws, the next one tries.
//
// The word for that is the header's std::once_flag, used as pthread_once uses it (../c/once.c): the header's own code
// for results that are made ready at the end of a thread goes by it, too.
//
// std::async without a policy starts a thread, as in libstdc++; the standard would let it defer.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstddef>
#include <future>
#include <memory>
#include <string_view>
#include <system_error>

#include "../c/clock.h"
#include "../fermata_intrinsics.h"
#include "instead.h"
#include "thread_exit.h"

namespace {

using std::string_view;
using Result = std::unique_ptr<std::__future_base::_Result_base, std::__future_base::_Result_base::_Deleter>;
using Function = std::function<Result()>;

enum { NOT_YET = 0, DONE = -1 };  // of `once`, or the number of the thread that runs the function, plus 1
enum { NOT_READY = 0, READY = 1 };

// std::__future_base::_State_baseV2, whose members are private.
struct State {
  void (**table)(State*);
  Result::element_type* result;
  unsigned status;
  bool retrieved;
  int once;
};
static_assert(sizeof(State) == sizeof(std::__future_base::_State_baseV2));
constexpr std::size_t complete_async = 2;  // in the table, behind two destructors

extern "C" void complete_nothing(State*) __asm__("_ZNSt13__future_base13_State_baseV217_M_complete_asyncEv");

void make_ready(State* s, Result& result) {
  s->result = result.release();
  s->once = DONE;
  s->status = READY;
  __fermata_event("set", s);
}

// Does the function only copy a value, in a way that nobody can watch? The name of its type says so: _Setter<T, ...>.
bool only_copies(const Function& function) {
  string_view name = function.target_type().name();
  constexpr string_view setter = "NSt13__future_base13_State_baseV27_SetterI";
  if (!name.starts_with(setter)) return false;
  name.remove_prefix(setter.size());
  const bool builtin = name[0] >= 'a' && name[0] <= 'z';  // int and its like, and void
  return builtin || name[0] == 'P' || name[0] == 'R' || name.ends_with("19__exception_ptr_tagEE") ||
         name.starts_with("NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
}

// While the function of another thread runs.
struct Claim {
  State* s;
  bool kept = false;

  explicit Claim(State* state) : s(state) {
    __fermata_event("begin", s);
    s->once = __fermata_self() + 1;
    __fermata_section_begin(FERMATA_CRITICAL, &s->once);
    __fermata_acquired(&s->once);
  }
  void let_go() {
    __fermata_section_end(FERMATA_CRITICAL, &s->once, -1);
    __fermata_released(&s->once);
  }
  ~Claim() {
    if (kept) return;
    __fermata_atomic_begin();
    s->once = NOT_YET;
    let_go();
    __fermata_atomic_end();
  }
};

bool set(State* s, const Function& function) {
  const bool at_once = only_copies(function);
  const int self = __fermata_self();
  __fermata_section_begin(FERMATA_ONCE, &s->once);
  __fermata_atomic_begin();
  __fermata_block_until(s->once == NOT_YET || s->once == DONE);
  __fermata_section_end(FERMATA_ONCE, &s->once, self);
  if (s->once == DONE) {
    __fermata_atomic_end();
    return false;
  }
  if (at_once) {
    Result result = function();
    make_ready(s, result);
    __fermata_atomic_end();
    return true;
  }
  Claim claim(s);
  __fermata_atomic_end();
  Result result = function();
  __fermata_atomic_begin();
  make_ready(s, result);
  claim.let_go();
  claim.kept = true;
  __fermata_atomic_end();
  return true;
}

bool wait(State* s, bool patient) {
  __fermata_section_begin(FERMATA_FUTURE, s);
  __fermata_atomic_begin();
  if (patient) __fermata_block_until(s->status == READY);
  const bool ready = s->status == READY;
  if (ready) __fermata_settled(&s->status);
  __fermata_event(ready ? "see the result of" : "time out waiting for", s);
  __fermata_section_end(FERMATA_FUTURE, s, __fermata_self());
  __fermata_atomic_end();
  return ready;
}

unsigned wait_until(unsigned* status, bool timed, long seconds, long nanoseconds) {
  State* s = reinterpret_cast<State*>(reinterpret_cast<char*>(status) - offsetof(State, status));
  const timespec deadline = {seconds, nanoseconds};
  if (wait(s, __fermata_timeouts(timed ? &deadline : nullptr) == NEVER_TIMES_OUT)) return READY;
  __fermata_timed_out(&deadline);
  return NOT_READY;
}

}  // namespace

extern "C" {

void __fermata_future_set(State* s, const Function* function, bool ignores_failure)
    INSTEAD_OF("_ZNSt13__future_base13_State_baseV213_M_set_resultE*");
void __fermata_future_set(State* s, const Function* function, bool ignores_failure) {
  if (!set(s, *function) && !ignores_failure)
    std::__throw_future_error(static_cast<int>(std::future_errc::promise_already_satisfied));
}

void __fermata_future_break(State* s, Result* result)
    INSTEAD_OF("_ZNSt13__future_base13_State_baseV216_M_break_promiseE*");
void __fermata_future_break(State* s, Result* result) {
  if (!*result) return;
  std::exception_ptr error = std::make_exception_ptr(std::future_error(std::future_errc::broken_promise));
  __fermata_atomic_begin();
  (*result)->_M_error.swap(error);
  s->result = result->release();
  s->status = READY;
  __fermata_event("break the promise of", s);
  __fermata_atomic_end();
}

// If there is neither a thread to join nor a function to run, that is one step.
Result::element_type* __fermata_future_wait(State* s) INSTEAD_OF("_ZNSt13__future_base13_State_baseV24waitE*");
Result::element_type* __fermata_future_wait(State* s) {
  __fermata_section_begin(FERMATA_FUTURE, s);
  __fermata_atomic_begin();
  const auto complete = s->table[complete_async];
  if (complete == complete_nothing) {
    __fermata_block_until(s->status == READY);
    __fermata_event("see the result of", s);
  }
  __fermata_section_end(FERMATA_FUTURE, s, __fermata_self());
  Result::element_type* result = s->result;
  if (complete == complete_nothing) {
    __fermata_settled(&s->table);
    __fermata_settled(&s->status);
    __fermata_settled(&s->result);
  }
  __fermata_atomic_end();
  if (complete == complete_nothing) return result;
  complete(s);
  wait(s, true);
  return s->result;
}

unsigned __fermata_future_wait_until(unsigned* status, unsigned, unsigned, bool, std::memory_order, bool timed,
                                     long seconds, long nanoseconds)
    INSTEAD_OF("_ZNSt23__atomic_futex_unsignedILj2147483648EE22_M_load_and_test_untilE*");
unsigned __fermata_future_wait_until(unsigned* status, unsigned, unsigned, bool, std::memory_order, bool timed,
                                     long seconds, long nanoseconds) {
  return wait_until(status, timed, seconds, nanoseconds);
}

unsigned __fermata_future_wait_until_steady(unsigned* status, unsigned, unsigned, bool, std::memory_order, bool timed,
                                            long seconds, long nanoseconds)
    INSTEAD_OF("_ZNSt23__atomic_futex_unsignedILj2147483648EE29_M_load_and_test_until_steadyE*");
unsigned __fermata_future_wait_until_steady(unsigned* status, unsigned, unsigned, bool, std::memory_order, bool timed,
                                            long seconds, long nanoseconds) {
  return wait_until(status, timed, seconds, nanoseconds);
}
}

namespace std {

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

void __throw_future_error(int error) { throw future_error(make_error_code(static_cast<future_errc>(error))); }

future_error::~future_error() noexcept = default;
const char* future_error::what() const noexcept { return logic_error::what(); }

namespace {

struct FutureCategory final : error_category {
  constexpr FutureCategory() = default;
  const char* name() const noexcept override { return "future"; }
  string message(int error) const override {
    switch (static_cast<future_errc>(error)) {
      case future_errc::promise_already_satisfied: return "Promise already satisfied";
      case future_errc::future_already_retrieved: return "Future already retrieved";
      case future_errc::no_state: return "No associated state";
      case future_errc::broken_promise: return "Broken promise";
    }
    return "Unknown error";
  }
};
[[clang::no_destroy]] constinit const FutureCategory FUTURES;

}  // namespace

const error_category& future_category() noexcept { return FUTURES; }

// A result that was set with ..._at_thread_exit: ready once the thread's own variables are gone.
void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = [](void* p) {
    unique_ptr<_Make_ready> self{static_cast<_Make_ready*>(p)};
    auto state = self->_M_shared_state.lock();
    if (!state) return;
    auto* s = reinterpret_cast<State*>(state.get());
    __fermata_atomic_begin();
    s->status = READY;
    __fermata_event("set", s);
    __fermata_atomic_end();
  };
  __fermata_at_thread_end(this);
}

// Only code that was optimised before it came here still calls these.
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned* word, unsigned value, bool timed, chrono::seconds s,
                                                       chrono::nanoseconds ns) {
  const timespec deadline = {s.count(), ns.count()};
  return syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, timed ? &deadline : nullptr, nullptr, -1) == 0 ||
         errno != ETIMEDOUT;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned* word, unsigned value, bool timed,
                                                              chrono::seconds s, chrono::nanoseconds ns) {
  return _M_futex_wait_until(word, value, timed, s, ns);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned* word) {
  syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX);
}

}  // namespace std
