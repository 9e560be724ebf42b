/* SPDX-License-Identifier: Apache-2.0
 * Cancellation. Nobody can be cancelled, so asking not to be is granted; pthread_cancel itself is
 * not modelled.
 */
#include <pthread.h>

#include "../fermata_intrinsics.h"

static __thread int state = PTHREAD_CANCEL_ENABLE, type = PTHREAD_CANCEL_DEFERRED;

int pthread_setcancelstate(int next, int *previous) {
  if (previous) *previous = state;
  state = next;
  return 0;
}

int pthread_setcanceltype(int next, int *previous) {
  if (previous) *previous = type;
  type = next;
  return 0;
}

void pthread_testcancel(void) {}

int pthread_cancel(pthread_t thread) {
  (void)thread;
  __fermata_unmodelled("pthread_cancel");
}
