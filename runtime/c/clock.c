/* SPDX-License-Identifier: Apache-2.0
 * Time. There is none: a program may take as long as it likes between two steps. What clocks show is
 * chosen so that every deadline can pass and loops come back to where they were.
 *
 *   - There is one clock. It shows the same to all threads, and begins at the start.
 *   - It advances by what a sleep takes, and to the deadline of a wait that times out. (Each place where a thread
 * sleeps counts once between two looks of that thread: a loop that sleeps must not get later and later.)
 *   - Before each look much time may pass: ten days. With --timeouts=never it never does, with --timeouts=always it
 * does each time.
 *
 * If that were all, a loop that waits for a second in each round would never come back to an old state. So now and then
 * the clock goes back, to the tens of days that it showed when a thread last looked from a place that was new to it. A
 * place is a chain of calls, and straight-line code only has new ones. It goes back
 *
 *   - where a round of a loop begins, if there was a sleep or a timed-out wait: a thread looks from a place from which
 * it has looked in this round already. What is measured within a round stays right;
 *   - where much time would have passed more often than the place allows. Places that a thread comes to later, and
 * threads with higher numbers, allow more. So `end = now() + 1s; while (now() < end) ...` can always end.
 *
 * The price: what needs time to pass many times, in relation to moments that are still remembered, is not seen. The
 * machine takes note
 * (__fermata_time_repeats), and the answer says so. And what is found may be found only because the clock went
 * back: it is replayed with one that does not (confirm/advancing.h); and if it goes on for ever, with one that is ten
 * days later at each look.
 */
#include "clock.h"

#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>

#include "../fermata_intrinsics.h"

enum {
  MOST_PLACES = 32,
  MOST_RANKS = 8,
  A_FEW_TIMES = 2,
  MOST_TIMES = 16,
  DAY = 86400,
  TEN_DAYS = 10 * DAY,
  BILLION = 1000000000
};
static const time_t start = BILLION;

static struct {
  struct timespec now; /* after the start */
  long base;           /* where it goes back to, in tens of days */
  int has_waited;      /* somebody has slept or timed out since it was there, or since much time has passed */
} __fermata_clock;

static __thread struct {
  unsigned looks;               /* a bit for each place that it has looked from in this round */
  unsigned sleeps;              /* a bit for each place that it has slept at since it last looked */
  unsigned places[MOST_PLACES]; /* where it has looked from or slept, in the order of the first times */
} this_thread;

static int goes_back(void) { return __fermata_option(FERMATA_CLOCK) == 0; }
static int hurries(void) { return __fermata_option(FERMATA_CLOCK) == 2; }

static int later(struct timespec a, struct timespec b) {
  return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

/* All that changes the clock is for use inside atomic blocks. */
static void pass(struct timespec duration) {
  struct timespec *const now = &__fermata_clock.now;
  now->tv_sec += duration.tv_sec;
  now->tv_nsec += duration.tv_nsec;
  if (now->tv_nsec >= BILLION) now->tv_nsec -= BILLION, now->tv_sec++;
}

static long tens_of_days(void) { return __fermata_clock.now.tv_sec / TEN_DAYS; }

static void set_clock(long tens) {
  __fermata_clock.now = (struct timespec){tens * TEN_DAYS, 0};
  __fermata_clock.has_waited = 0;
}

static int place_of(unsigned place) {
  unsigned *const places = this_thread.places;
  int known = 0;
  while (known < MOST_PLACES && places[known] != 0 && places[known] != place) known++;
  return known;
}

enum timeouts __fermata_timeouts(const struct timespec *deadline) {
  if (!deadline) return NEVER_TIMES_OUT;
  const enum timeouts asked = (enum timeouts)__fermata_option(FERMATA_TIMEOUTS);
  if (asked != NEVER_TIMES_OUT) return asked;
  /* A deadline that has passed does so whatever the user asked for. Others may still be faster. */
  struct timespec now = {0, 0};
  if (__fermata_option(FERMATA_CLOCK_IS_READ)) {
    __fermata_atomic_begin();
    now = __fermata_clock.now;
    __fermata_atomic_end();
  }
  return later((struct timespec){deadline->tv_sec - start, deadline->tv_nsec}, now) ? NEVER_TIMES_OUT : MAY_TIME_OUT;
}

void __fermata_timed_out(const struct timespec *deadline) {
  if (deadline->tv_sec < start || !__fermata_option(FERMATA_CLOCK_IS_READ)) return;
  const struct timespec moment = {deadline->tv_sec - start, deadline->tv_nsec};
  __fermata_atomic_begin();
  if (later(moment, __fermata_clock.now)) {
    __fermata_clock.now = moment;
    __fermata_clock.has_waited = 1;
  }
  __fermata_atomic_end();
}

void __fermata_slept(const struct timespec *duration) {
  if (!__fermata_option(FERMATA_CLOCK_IS_READ)) return;
  const unsigned here = __fermata_place();
  const int place = place_of(here);
  const int counts = place < MOST_PLACES && !(this_thread.sleeps >> place & 1);
  if (counts) {
    this_thread.places[place] = here;
    this_thread.sleeps |= 1u << place;
  }
  /* It is the same step with every clock. */
  __fermata_atomic_begin();
  const int has_waited = *(volatile int *)&__fermata_clock.has_waited;
  if (counts || !goes_back()) pass(*duration);
  __fermata_clock.has_waited = has_waited | counts;
  __fermata_atomic_end();
}

void __fermata_slept_for_a_while(void) { __fermata_slept(&(struct timespec){DAY, 0}); }

static __attribute__((noinline)) struct timespec look(void) {
  const unsigned here = __fermata_place();
  const int place = place_of(here);
  if (place == MOST_PLACES) __fermata_unmodelled("looking at the clock from more than 32 places");
  const int is_first = this_thread.places[place] == 0;
  const int again = this_thread.looks >> place & 1;
  if (again) this_thread.looks = 0;
  this_thread.looks |= 1u << place;
  this_thread.sleeps = 0;
  this_thread.places[place] = here;

  const int timeouts = __fermata_option(FERMATA_TIMEOUTS);
  const int self = __fermata_self(), rank = self < MOST_RANKS ? self : MOST_RANKS - 1;
  const int most_times = A_FEW_TIMES + place + rank;
  __fermata_atomic_begin();
  const int is_late =
      timeouts == ALWAYS_TIMES_OUT || (timeouts == MAY_TIME_OUT && __fermata_choose(2, FERMATA_TIMEOUT));
  /* There is no end of new places where threads are started in a loop. */
  const int is_new = is_first && __fermata_clock.base < MOST_TIMES;
  const long times = tens_of_days() - __fermata_clock.base + is_late;
  if (goes_back() && !is_new && (times > most_times || (again && !is_late && __fermata_clock.has_waited))) {
    __fermata_time_repeats();
    set_clock(__fermata_clock.base);
  }
  if (is_late || (hurries() && timeouts != NEVER_TIMES_OUT)) set_clock(tens_of_days() + 1);
  if (is_new) __fermata_clock.base = tens_of_days();
  const struct timespec now = __fermata_clock.now;
  __fermata_atomic_end();
  return (struct timespec){start + now.tv_sec, now.tv_nsec};
}

/* The functions that look are inlined into their callers, where they become places of their own. */
#define LOOKS __attribute__((always_inline))

LOOKS int clock_gettime(clockid_t clock, struct timespec *now) {
  (void)clock;
  *now = look();
  return 0;
}

LOOKS int timespec_get(struct timespec *now, int base) {
  *now = look();
  return base;
}

LOOKS time_t time(time_t *result) {
  const time_t now = look().tv_sec;
  if (result) *result = now;
  return now;
}

LOOKS int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  const struct timespec t = look();
  *now = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
  return 0;
}

LOOKS clock_t clock(void) {
  const struct timespec t = look();
  return (t.tv_sec - start) * CLOCKS_PER_SEC + t.tv_nsec / (BILLION / CLOCKS_PER_SEC);
}

/* The processor's counter: a billion cycles in a second. */
LOOKS unsigned long __fermata_cycles(void) {
  const struct timespec t = look();
  return (unsigned long)(t.tv_sec - start) * BILLION + (unsigned long)t.tv_nsec;
}

/* All of it is time of this process. */
LOOKS clock_t times(struct tms *result) {
  const struct timespec t = look();
  const clock_t ticks = (t.tv_sec - start) * 100 + t.tv_nsec / (BILLION / 100);
  *result = (struct tms){.tms_utime = ticks};
  return ticks;
}

int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  if (resolution) *resolution = (struct timespec){0, 1};
  return 0;
}
