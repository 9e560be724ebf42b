// fermata: violated termination livelock fair await
// fermata-args: --property hang,safety,termination --exhaustive
// Test and test-and-set: who has seen that the lock is free has got on; another one may take it first, again and again.
// A scheduler that lets everybody move where it counts does not help, unless it lets both steps be taken at once.
#include "rival.h"
static atomic_int taken;
static void lock(int me) {
  (void)me;
  do
    while (taken) {}
  while (atomic_exchange(&taken, 1));
}
static void unlock(int me) { (void)me, taken = 0; }
