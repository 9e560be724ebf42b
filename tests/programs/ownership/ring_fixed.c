// fermata: holds
// fermata-clang: -DSURE
// Three threads hand a token round, each after it has written the log.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { members = 3 };
static atomic_int turn;
static atomic_int tired;
static int log_[4];

static void *member(void *number) {
  const int me = (int)(long)number;
#ifndef UNDECLARED
  fermata_owns_while_equal(log_, sizeof log_, &turn, me);
#endif
  while (turn != me) {}
  for (int i = 0; i < 4; ++i) log_[i] += me;
#ifndef SURE
  if (me == 1 && tired) return NULL;
#endif
  turn = (me + 1) % members;
  return NULL;
}

int main(void) {
  pthread_t threads[members];
  for (long i = 0; i < members; ++i) pthread_create(&threads[i], NULL, member, (void *)i);
  tired = 1;
  for (int i = 0; i < members; ++i) pthread_join(threads[i], NULL);
  return log_[0] - 3;
}
