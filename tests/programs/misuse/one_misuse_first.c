// fermata: violated safety misuse at 19
// fermata-args: --first
// What is found first is all that is wanted.
#include "one_misuse_one_hang.c"
