// fermata: unknown because no run without end was found within
// fermata-args: --engine bounded --bound 1 --property termination
//
// The checker that is right: after a while it gives up. A loop in which time passes and it never does is not fair.
#include "checker.h"

static void check(void) {
  const time_t deadline = now() + 1;
  while (!read_value())
    if (now() > deadline) return;
}
