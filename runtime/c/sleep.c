/* SPDX-License-Identifier: Apache-2.0
 * Sleeping and yielding: a step that does nothing. How long somebody sleeps says nothing about who
 * runs meanwhile, and never repairs a race. Signals that would cut a sleep short are not modelled.
 */
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "../fermata_intrinsics.h"

static int nap(void) {
  __fermata_atomic_begin();
  __fermata_event("sleep", NULL);
  __fermata_atomic_end();
  return 0;
}

unsigned sleep(unsigned seconds) { return (void)seconds, (unsigned)nap(); }
int usleep(useconds_t microseconds) { return (void)microseconds, nap(); }

int nanosleep(const struct timespec *duration, struct timespec *rest) {
  return (void)duration, (void)rest, nap();
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *until,
                    struct timespec *rest) {
  return (void)clock, (void)flags, (void)until, (void)rest, nap();
}

int sched_yield(void) {
  __fermata_atomic_begin();
  __fermata_event("yield", NULL);
  __fermata_atomic_end();
  return 0;
}
int pthread_yield(void) { return sched_yield(); }
