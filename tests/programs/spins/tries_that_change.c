// fermata: violated safety assertion at 24
// Tickets are drawn in each round, whether they win or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets;

static void *draw(void *unused) {
  for (int n = 0; n < 3; n++)
    if (atomic_fetch_add(&tickets, 1) == 9) break;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, draw, NULL);
  pthread_create(&b, NULL, draw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(tickets >= 2);
  assert(tickets <= 6);
  assert(tickets % 2 == 0);
  assert(tickets != 6);  // fails here
  return 0;
}
