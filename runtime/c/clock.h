/* SPDX-License-Identifier: Apache-2.0
 * What timed waits need to know about time.
 */
#pragma once
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Same numbers as the option FERMATA_TIMEOUTS. */
enum timeouts { MAY_TIME_OUT = 0, NEVER_TIMES_OUT = 1, ALWAYS_TIMES_OUT = 2 };

/* What becomes of a wait until `deadline`; a null pointer is no deadline. */
enum timeouts __fermata_timeouts(const struct timespec *deadline);

/* A wait of this thread has timed out: when it next looks at the clock, it is that late. */
void __fermata_timed_out(const struct timespec *deadline);
/* It has slept: when it next looks at the clock, it is so much later; or much later. */
void __fermata_slept(const struct timespec *duration);
void __fermata_slept_for_a_while(void);

static inline int is_time(const struct timespec *t) { return t->tv_nsec >= 0 && t->tv_nsec < 1000000000; }
/* Whether one can wait with this clock, as far as glibc is concerned. */
static inline int is_clock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }

#ifdef __cplusplus
}
#endif
