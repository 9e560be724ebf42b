// fermata: violated termination livelock fair strong
// fermata-args: --property hang,safety,termination --exhaustive
// Test-and-set: who spins is enabled all the time and may be let move only when the lock is taken. That is strongly fair,
// though not if a thread that spins counts as one that waits: then it is like rival_mutex.c.
#include "rival.h"
static atomic_flag taken = ATOMIC_FLAG_INIT;
static void lock(int me) { (void)me; while (atomic_flag_test_and_set(&taken)) {} }
static void unlock(int me) { (void)me, atomic_flag_clear(&taken); }
