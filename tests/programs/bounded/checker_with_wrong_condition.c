// fermata: violated termination livelock
// fermata-args: --engine bounded --property termination
//
// It gives up only if the value was not changed, and then it need not: the condition e2 of figure 3(c) is wrong.
#include "checker.h"

static void check(void) {
  const time_t deadline = now() + 1;
  for (bool before = version; !read_value(); before = version)
    if (version == before && now() > deadline) return;
}
