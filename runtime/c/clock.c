/* SPDX-License-Identifier: Apache-2.0
 * Time. There is none: a program may take as long as it likes between two steps. What the clock
 * shows is chosen so that every deadline can pass and loops come back to where they were.
 *
 *   - All clocks show the same. Each thread remembers the latest moment that it knows of: what it
 *     was shown, the deadline of a wait of its own that has timed out, the end of a sleep.
 *   - A look shows that moment (at the beginning, the start) or, if time has passed, the late
 *     moment of the place in the program from which the thread looks. A place is a chain of calls.
 *     With --timeouts=never time never passes so, with --timeouts=always it always does.
 *   - A round ends when a thread looks from a place from which it has looked in that round, and
 *     when it knows of something later than the late moment of the place. Then the clock goes back
 *     to the start: a loop that waits for a second each time, and shows itself the end of the last
 *     wait, would get later and later and never come back.
 *
 * Places that come to be used later have later moments, and threads with higher numbers have later
 * ones than those with lower numbers. So `end = now() + 1s; while (now() < end) ...` can go on and
 * can end, even if time had passed before. With one late moment for all, an end computed then
 * would never come; with one that moves on at each look, no loop would ever come back.
 *
 * The price: time jumps back between rounds, and threads do not agree on it; what passes between
 * two looks is nothing, the length of a wait, or at least ten days; and a loop that measures again and again from its last look
 * sees time pass only once. So what was found is replayed with a clock that only advances: the same choices, but
 * each look shows a moment that is not before any that some thread has seen, and time that
 * passes passes from there (confirm/advancing.h). A loop that goes on for ever has to go on, too, if each look is ten days later than
 * the last.
 */
#include "clock.h"

#include <errno.h>
#include <sys/time.h>

#include "../fermata_intrinsics.h"

enum { MOST_PLACES = 32, MOST_RANKS = 64, DAY = 86400, TEN_DAYS = 10 * DAY, BILLION = 1000000000 };
static const time_t start = BILLION;

/* The moment now, of the clock that only advances. Whoever reads or writes it, nobody notices: the
 * machine knows its name. With the other clock it is not used. */
struct timespec __fermata_now;

static __thread struct {
  struct timespec latest;       /* after the start, in seconds and nanoseconds */
  int highest;                  /* of the places whose late moments it has seen in this round; 0: none, 1: the first */
  unsigned looks;               /* a bit for each place that it has looked from in this round */
  unsigned sleeps;              /* a bit for each place that it has slept at since it last looked */
  unsigned places[MOST_PLACES]; /* where it has looked from or slept, in the order of the first times */
} this_thread;

static int advances(void) { return __fermata_option(FERMATA_CLOCK) != 0; }
static int hurries(void) { return __fermata_option(FERMATA_CLOCK) == 2; }

static int later(struct timespec a, struct timespec b) {
  return a.tv_sec > b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec > b.tv_nsec);
}

static struct timespec after(struct timespec t, struct timespec duration) {
  t.tv_sec += duration.tv_sec;
  t.tv_nsec += duration.tv_nsec;
  if (t.tv_nsec >= BILLION) t.tv_nsec -= BILLION, t.tv_sec++;
  return t;
}

/* What is seen from now on is not before `moment`, which counts from the start. */
static void know(struct timespec moment) {
  if (later(moment, this_thread.latest)) this_thread.latest = moment;
  if (advances() && later(moment, __fermata_now)) __fermata_now = moment;
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
  /* A deadline that has passed does so whatever the user asked for. Others may still be faster. */
  const struct timespec moment = {deadline->tv_sec - start, deadline->tv_nsec};
  return asked == NEVER_TIMES_OUT && !later(moment, this_thread.latest) ? MAY_TIME_OUT : asked;
}

void __fermata_timed_out(const struct timespec *deadline) {
  if (deadline->tv_sec < start) return;
  know((struct timespec){deadline->tv_sec - start, deadline->tv_nsec});
}

/* Who has never looked needs not know: only what passes between two looks can be measured. A loop that
 * sleeps, and does not look, must not get later and later; so each place counts once. */
void __fermata_slept(const struct timespec *duration) {
  if (advances()) __fermata_now = after(__fermata_now, *duration);
  if (this_thread.places[0] == 0) return;
  const unsigned here = __fermata_place();
  const int place = place_of(here);
  if (place == MOST_PLACES || this_thread.sleeps >> place & 1) return;
  this_thread.places[place] = here;
  this_thread.sleeps |= 1u << place;
  this_thread.latest = after(this_thread.latest, *duration);
}

void __fermata_slept_for_a_while(void) { __fermata_slept(&(struct timespec){DAY, 0}); }

static __attribute__((noinline)) struct timespec look(void) {
  const unsigned here = __fermata_place();
  const int place = place_of(here);
  if (place == MOST_PLACES) __fermata_unmodelled("looking at the clock from more than 32 places");
  const int again = this_thread.looks >> place & 1;
  this_thread.places[place] = here;
  this_thread.sleeps = 0;

  const int timeouts = __fermata_option(FERMATA_TIMEOUTS);
  const int may_be_late = timeouts != NEVER_TIMES_OUT;
  const int is_late =
      may_be_late && (timeouts == ALWAYS_TIMES_OUT || __fermata_choose(2, FERMATA_TIMEOUT));

  if (again || (may_be_late && this_thread.highest > place + 1)) {
    this_thread.looks = 0;
    this_thread.highest = 0;
    this_thread.latest = (struct timespec){0, 0};
  }
  this_thread.looks |= 1u << place;
  if (is_late) {
    const int self = __fermata_self(), rank = self < MOST_RANKS ? self : MOST_RANKS - 1;
    this_thread.highest = place + 1;
    if (advances() && !hurries()) __fermata_now.tv_sec += TEN_DAYS;
    know((struct timespec){(time_t)TEN_DAYS * (MOST_PLACES * rank + place + 1), 0});
  }
  if (hurries()) __fermata_now.tv_sec += TEN_DAYS;
  if (advances()) this_thread.latest = __fermata_now;
  return (struct timespec){start + this_thread.latest.tv_sec, this_thread.latest.tv_nsec};
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

int clock_getres(clockid_t clock, struct timespec *resolution) {
  (void)clock;
  if (resolution) *resolution = (struct timespec){0, 1};
  return 0;
}
