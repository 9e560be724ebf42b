// fermata: holds
// KNOWN WRONG: nobody says what 'limit' is, so the answer should be exit code 3 with its name, as for a function without
// a body. It is taken to be zero. See docs/warts.md.
#include <assert.h>
extern int limit;
int main(void) { assert(limit == 0); }
