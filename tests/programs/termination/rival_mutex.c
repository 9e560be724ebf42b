// fermata: holds
// fermata-args: --property hang,safety,termination
// A mutex promises nothing about who gets it. But who waits can move whenever it is free, and strong fairness is enough.
#include "rival.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void lock(int me) { (void)me, pthread_mutex_lock(&m); }
static void unlock(int me) { (void)me, pthread_mutex_unlock(&m); }
