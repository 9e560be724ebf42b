// fermata: violated hang lost-wakeup
//
// A channel of capacity one in C (tylertreat/chan #12). Readers and writers sleep on the same
// condition variable and are woken one at a time. Two writers wait for room; the reader makes
// room and then waits for a message; the first writer's signal wakes the second writer instead of
// the reader, and nobody is left to signal again.
#include <pthread.h>
#include <stdio.h>

typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int full;
  int message;
} channel_t;

static channel_t channel = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void channel_send(channel_t *chan, int message) {
  pthread_mutex_lock(&chan->mutex);
  while (chan->full) pthread_cond_wait(&chan->changed, &chan->mutex);
  chan->message = message;
  chan->full = 1;
  pthread_cond_signal(&chan->changed);
  pthread_mutex_unlock(&chan->mutex);
}

static int channel_receive(channel_t *chan) {
  pthread_mutex_lock(&chan->mutex);
  while (!chan->full) pthread_cond_wait(&chan->changed, &chan->mutex);
  int message = chan->message;
  chan->full = 0;
  pthread_cond_signal(&chan->changed);
  pthread_mutex_unlock(&chan->mutex);
  return message;
}

static void *writer(void *message) {
  channel_send(&channel, *(int *)message);
  return NULL;
}

int main(void) {
  int two = 2, three = 3, sum = 0;
  pthread_t first_writer, second_writer;
  channel_send(&channel, 1);
  pthread_create(&first_writer, NULL, writer, &two);
  pthread_create(&second_writer, NULL, writer, &three);
  for (int i = 0; i < 3; i++) sum += channel_receive(&channel);
  pthread_join(first_writer, NULL);
  pthread_join(second_writer, NULL);
  printf("sum %d\n", sum);
  return 0;
}
