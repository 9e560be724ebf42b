// fermata: holds
// fermata-args: --property hang,safety,termination --fairness weak
#include "spinlock.c"
