/* SPDX-License-Identifier: Apache-2.0
 * Sleeping and yielding: a step that does nothing, but the thread sees on the clock that it has slept. How long
 * somebody sleeps says nothing about who runs meanwhile, and never repairs a race. Signals that would cut a sleep short
 * are not modelled.
 */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"
#include "clock.h"

static void nap(void) {
  __fermata_atomic_begin();
  __fermata_event("sleep", NULL);
  __fermata_atomic_end();
}

/* To the kernel, what lies before the epoch is no time. */
static int is_kernel_time(const struct timespec *t) { return is_time(t) && t->tv_sec >= 0; }

int nanosleep(const struct timespec *duration, struct timespec *rest) {
  (void)rest;
  if (!is_kernel_time(duration)) return errno = EINVAL, -1;
  nap();
  __fermata_slept(duration);
  return 0;
}

unsigned sleep(unsigned seconds) { return (unsigned)nanosleep(&(struct timespec){seconds, 0}, NULL); }
int usleep(useconds_t microseconds) {
  return nanosleep(&(struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000}, NULL);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until, struct timespec *rest) {
  (void)clock;
  if (!is_kernel_time(until)) return EINVAL;
  if (!(flags & TIMER_ABSTIME)) return nanosleep(until, rest);
  nap();
  __fermata_timed_out(until);
  return 0;
}

int sched_yield(void) {
  __fermata_atomic_begin();
  __fermata_event("yield", NULL);
  __fermata_atomic_end();
  return 0;
}
int pthread_yield(void) { return sched_yield(); }

/* Without descriptors these are another way to sleep. */
int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  (void)files;
  if (count > 0 || milliseconds < 0) __fermata_unmodelled("poll");
  return nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000l}, NULL);
}
int select(int count, fd_set *restrict reading, fd_set *restrict writing, fd_set *restrict failing,
           struct timeval *restrict timeout) {
  (void)reading, (void)writing, (void)failing;
  if (count > 0 || !timeout) __fermata_unmodelled("select");
  return nanosleep(&(struct timespec){timeout->tv_sec, timeout->tv_usec * 1000}, NULL);
}
