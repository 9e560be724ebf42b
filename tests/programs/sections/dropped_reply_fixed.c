// fermata: holds
// fermata-args: --daemon
// As dropped_reply.c, but the old reply is taken back before the new request is made.
#include <fermata/fermata.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int request, reply;

static void *server(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (request) request = 0, reply = 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static int take_reply(void) {
  pthread_mutex_lock(&m);
  const int there = reply;
  reply = 0;
  pthread_mutex_unlock(&m);
  return there;
}

static void *client(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    reply = 0;
    request = 1;
    pthread_mutex_unlock(&m);
    fermata_wait_begin(&reply);
    while (!take_reply()) {
    }
    fermata_wait_end(&reply);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, client, NULL);
  server(NULL);
}
