// fermata: holds
// fermata-args: --file order.txt=tests/programs/calls/order_ab.txt
// The order in which the second thread locks is in a file that it reads.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void lock_in_order(const char *order) {
  for (int i = 0; i < 2; i++) pthread_mutex_lock(&locks[order[i] - 'a']);
  for (int i = 0; i < 2; i++) pthread_mutex_unlock(&locks[order[i] - 'a']);
}

static void *reader(void *unused) {
  char order[8] = "";
  FILE *file = fopen("order.txt", "r");
  if (file && fgets(order, sizeof order, file)) lock_in_order(order);
  if (file) fclose(file);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  lock_in_order("ab");
  pthread_join(thread, NULL);
}
