/* SPDX-License-Identifier: Apache-2.0
 * Time. There is none: a program may take as long as it likes between two steps. What the clock
 * shows is chosen so that every wait for a deadline can end and loops come back to where they were.
 *
 *   - A thread's first look at a clock shows the start. All clocks show the same.
 *   - After a timed wait of its own has timed out, its next look shows that wait's deadline.
 *   - Any other look shows the start or, if time has passed, a moment long after it; whoever
 *     has seen that moment sees the start again next, so that a deadline computed then is again one
 *     that has not passed. With --timeouts=never it always shows the start, with --timeouts=always
 *     the late moment.
 *
 * So a loop that polls the clock can go on and can end, and a wait that was woken may still find
 * itself too late. The price: a thread may see time jump back, and time spent between two looks is
 * never a second but nothing or a year.
 */
#include "clock.h"

#include <errno.h>
#include <sys/time.h>

#include "../fermata_intrinsics.h"

static const time_t start = 1000000000, late = 1000000000 + 366 * 86400;

static __thread struct {
  struct timespec deadline; /* to be shown next; tv_sec 0: none */
  int looked;
} this_thread;

enum timeouts __fermata_timeouts(const struct timespec *deadline) {
  if (!deadline) return NEVER_TIMES_OUT;
  const int passed =
      deadline->tv_sec < start || (deadline->tv_sec == start && deadline->tv_nsec == 0);
  if (passed) return ALWAYS_TIMES_OUT; /* whatever the user asked for */
  return (enum timeouts)__fermata_option(FERMATA_TIMEOUTS);
}

void __fermata_timed_out(const struct timespec *deadline) { this_thread.deadline = *deadline; }

static struct timespec look(void) {
  if (this_thread.deadline.tv_sec != 0) {
    const struct timespec now = this_thread.deadline;
    this_thread.deadline = (struct timespec){0, 0};
    return now;
  }
  int is_late = 0;
  if (this_thread.looked) {
    const int timeouts = __fermata_option(FERMATA_TIMEOUTS);
    is_late = timeouts == MAY_TIME_OUT ? __fermata_choose(2, FERMATA_TIMEOUT)
                                       : timeouts == ALWAYS_TIMES_OUT;
  }
  this_thread.looked = !is_late;
  return (struct timespec){is_late ? late : start, 0};
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = look();
  return 0;
}

int timespec_get(struct timespec *now, int base) {
  *now = look();
  return base;
}

time_t time(time_t *result) {
  const time_t now = look().tv_sec;
  if (result) *result = now;
  return now;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  const struct timespec t = look();
  *now = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
  return 0;
}

clock_t clock(void) { return (look().tv_sec - start) * CLOCKS_PER_SEC; }

int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  if (resolution) *resolution = (struct timespec){0, 1};
  return 0;
}
