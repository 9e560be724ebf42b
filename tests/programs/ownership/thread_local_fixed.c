// fermata: holds
// fermata-clang: -DPATIENT
// Each thread has a place of its own for its result, always. Main looks when all of them have ended.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static int results[2];

static void *work(void *place) {
  int *mine = place;
  fermata_owns_always(mine, sizeof *mine);
  *mine = 1;
  *mine += 1;
  *mine += 1;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, &results[i]);
#ifdef PATIENT
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return results[0] + results[1] - 6;
#endif
  int sum = results[0] + results[1];  // fails here
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return sum;
}
