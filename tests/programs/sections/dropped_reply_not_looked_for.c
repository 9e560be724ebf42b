// fermata: holds
// fermata-args: --daemon --sections mutex,critical
// As dropped_reply.c, which has no section of these kinds that cannot end.
#include "dropped_reply.c"
