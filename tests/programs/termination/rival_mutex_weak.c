// fermata: violated termination starvation fair weak
// fermata-args: --property hang,safety,termination --exhaustive --fairness weak
// Who waits for the mutex cannot move all the time, so a weakly fair scheduler owes it nothing.
#include "rival_mutex.c"
