/* SPDX-License-Identifier: Apache-2.0
 * The system call behind home-made locks: FUTEX_WAIT and FUTEX_WAKE. All other system calls are not
 * modelled.
 *
 * Which sleepers a wake wakes is open: we try each. A wait may return spuriously, which is decided before it falls
 * asleep (see condition.c), or time out at any moment of its sleep.
 */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "clock.h"
#include "sleepers.h"

/* In C++: an atomic that is no futex, and who waits for it (cxx/atomic_wait.cpp). */
__attribute__((weak)) _Bool __fermata_stands_for_atomic(const int *word);
__attribute__((weak)) void __fermata_wait_for_atomic(void);
__attribute__((weak)) void __fermata_notify_atomic(int most);
static int is_atomic(const int *word) { return __fermata_stands_for_atomic && __fermata_stands_for_atomic(word); }

static long fail(int error) {
  errno = error;
  return -1;
}

static long timed_out(const struct timespec *timeout, int absolute) {
  if (absolute) __fermata_timed_out(timeout);
  else __fermata_slept(timeout);
  return fail(ETIMEDOUT);
}

static long wait(const int *word, int expected, const struct timespec *timeout, int absolute) {
  const int self = __fermata_self();
  if (timeout && (!is_time(timeout) || timeout->tv_sec < 0)) return fail(EINVAL);
  const enum timeouts timeouts = timeout ? (enum timeouts)__fermata_option(FERMATA_TIMEOUTS) : NEVER_TIMES_OUT;

  __fermata_atomic_begin();
  __fermata_observed(word);
  const int changed = *word != expected;
  const int sleeps = !changed && timeouts != ALWAYS_TIMES_OUT &&
                     !(__fermata_option(FERMATA_SPURIOUS_WAKEUPS) && __fermata_choose(2, FERMATA_SPURIOUS));
  if (sleeps) fall_asleep(FERMATA_FUTEX, word);
  __fermata_event("wait on", word);
  __fermata_atomic_end();
  if (changed) return fail(EAGAIN);
  if (timeouts == ALWAYS_TIMES_OUT) return timed_out(timeout, absolute);

  __fermata_atomic_begin();
  const int fires = timeouts == MAY_TIME_OUT && asleep(self);
  __fermata_block_until(fires || !asleep(self));
  if (fires) {
    wake(FERMATA_FUTEX, word, self);
    __fermata_event("time out waiting on", word);
  } else {
    stays_awake();
  }
  __fermata_atomic_end();
  return fires ? timed_out(timeout, absolute) : 0;
}

static long wake_some(const int *word, int most) {
  long woken = 0;
  __fermata_atomic_begin();
  __fermata_observed(word);
  if (most == INT_MAX || (most > 1 && __fermata_sleepers(word) <= most)) {
    woken = __fermata_wake_all(FERMATA_FUTEX, word);
  } else {
    for (int thread; woken < most && (thread = __fermata_choose_sleeper(word)) >= 0; woken++)
      wake(FERMATA_FUTEX, word, thread);
  }
  __fermata_event("wake", word);
  __fermata_atomic_end();
  return woken;
}

long syscall(long number, ...) {
  if (number == SYS_gettid) return gettid();
  if (number == SYS_sched_yield) return sched_yield();
  if (number != SYS_futex) __fermata_unmodelled("a system call other than futex");

  va_list arguments;
  va_start(arguments, number);
  const int *word = va_arg(arguments, const int *);
  const int operation = va_arg(arguments, int) & FUTEX_CMD_MASK;
  const int value = va_arg(arguments, int);
  const int waits = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
  const int has_mask = operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET;
  const struct timespec *timeout = waits || has_mask ? va_arg(arguments, const struct timespec *) : NULL;
  if (has_mask) (void)va_arg(arguments, int *);
  const unsigned mask = has_mask ? va_arg(arguments, unsigned) : FUTEX_BITSET_MATCH_ANY;
  va_end(arguments);
  if (mask != FUTEX_BITSET_MATCH_ANY)
    __fermata_unmodelled("a futex operation with a mask other than FUTEX_BITSET_MATCH_ANY");
  const int wakes = operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET;
  if (waits && !timeout && is_atomic(word)) return __fermata_wait_for_atomic(), 0;
  if (wakes && is_atomic(word)) return __fermata_notify_atomic(value), 0;
  if (waits) return wait(word, value, timeout, operation == FUTEX_WAIT_BITSET);
  if (wakes) return wake_some(word, value);
  __fermata_unmodelled("a futex operation other than WAIT and WAKE");
}
