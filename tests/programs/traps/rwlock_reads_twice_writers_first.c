// fermata: violated hang deadlock
// fermata-args: --rwlocks writers
// As rwlock_reads_twice.c, where writers go first.
#include "rwlock_reads_twice.c"
