// fermata: unmodelled limit
// Nobody says what 'limit' is, so nothing can be said about the program.
#include <assert.h>
extern int limit;
int main(void) { assert(limit == 0); }
