// fermata: violated safety assertion at 12
// The value that is written is not what was read a moment ago.
#include <assert.h>
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static volatile int count;
static void *add(void *unused) { return count = count + 1, unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL), add(NULL), pthread_join(t, NULL), assert(count == 2);  // fails here
}
