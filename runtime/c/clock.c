/* SPDX-License-Identifier: Apache-2.0
 * Time. There is none: a program may take as long as it likes between two steps. What the clock
 * shows is chosen so that every deadline can pass and loops come back to where they were.
 *
 *   - The first time that a thread looks at a clock from some place in the program, it shows the
 *     start. All clocks show the same.
 *   - After a timed wait of its own has timed out, its next look shows that wait's deadline; unless it is from a place from
 *     which it has also looked before that wait. What it saw there may be what the deadline was computed from: a loop that waits for
 *     a second in each round, and shows itself the end of the last wait, would get later and later and never come back.
 *   - Any other look shows the start or, if time has passed, the late moment of that place. With
 *     --timeouts=never it always shows the start, with --timeouts=always the late moment.
 *
 * Places that come to be used later have later moments, and threads with higher numbers have later
 * ones than those with lower numbers. So `end = now() + 1s; while (now() < end) ...` can go on and
 * can end, even if time had passed before. With one late moment for all, an end computed then
 * would never come; with one that moves on at each look, no loop would ever come back.
 *
 * The price: a thread may see time jump back; what passes between two looks is nothing or at least
 * ten days; and a loop that measures again and again from its last look sees time pass only once.
 */
#include "clock.h"

#include <errno.h>
#include <sys/time.h>

#include "../fermata_intrinsics.h"

enum { MOST_PLACES = 16, TEN_DAYS = 864000 };
static const time_t start = 1000000000;

static __thread struct {
  struct timespec deadline;          /* to be shown next; tv_sec 0: none */
  unsigned looks;                    /* a bit for each place that it has looked from since it was last shown a deadline */
  unsigned long places[MOST_PLACES]; /* where it has looked from, in the order of the first looks */
} this_thread;

enum timeouts __fermata_timeouts(const struct timespec *deadline) {
  if (!deadline) return NEVER_TIMES_OUT;
  const int passed =
      deadline->tv_sec < start || (deadline->tv_sec == start && deadline->tv_nsec == 0);
  if (passed) return ALWAYS_TIMES_OUT; /* whatever the user asked for */
  return (enum timeouts)__fermata_option(FERMATA_TIMEOUTS);
}

void __fermata_timed_out(const struct timespec *deadline) { this_thread.deadline = *deadline; }

static __attribute__((noinline)) struct timespec look(unsigned long place) {
  unsigned long *const places = this_thread.places;
  int known = 0;
  while (known < MOST_PLACES && places[known] != 0 && places[known] != place) known++;
  if (known == MOST_PLACES) __fermata_unmodelled("looking at the clock from more than 16 places");
  const int first = places[known] == 0;
  places[known] = place;

  const struct timespec deadline = this_thread.deadline;
  const int again = this_thread.looks >> known & 1;
  if (deadline.tv_sec != 0) {
    this_thread.deadline = (struct timespec){0, 0};
    this_thread.looks = 0;
    if (!again) return deadline;
  }
  this_thread.looks |= 1u << known;
  const int timeouts = __fermata_option(FERMATA_TIMEOUTS);
  const int is_late = !first && timeouts != NEVER_TIMES_OUT &&
                      (timeouts == ALWAYS_TIMES_OUT || __fermata_choose(2, FERMATA_TIMEOUT));
  const int late = MOST_PLACES * __fermata_self() + known + 1;
  return (struct timespec){is_late ? start + (time_t)late * TEN_DAYS : start, 0};
}

/* The functions that look are inlined into their callers. Each has then a variable of its own
 * there, whose address says where we are called from. */
#define LOOKS __attribute__((always_inline))
#define LOOK()                  \
  ({                            \
    char here;                  \
    look((unsigned long)&here); \
  })

LOOKS int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = LOOK();
  return 0;
}

LOOKS int timespec_get(struct timespec *now, int base) {
  *now = LOOK();
  return base;
}

LOOKS time_t time(time_t *result) {
  const time_t now = LOOK().tv_sec;
  if (result) *result = now;
  return now;
}

LOOKS int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  const struct timespec t = LOOK();
  *now = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
  return 0;
}

LOOKS clock_t clock(void) { return (LOOK().tv_sec - start) * CLOCKS_PER_SEC; }

int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  if (resolution) *resolution = (struct timespec){0, 1};
  return 0;
}
