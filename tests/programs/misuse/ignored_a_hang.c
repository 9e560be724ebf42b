// fermata: violated hang deadlock
// fermata-args: --ignore misuse
// fermata-assumes: has no effect and returns an error
#include "hides_a_hang.c"
