// fermata: violated hang unended-section
// fermata-args: --daemon
// fermata-says: thread 'client#1' can wait forever for 'reply'
// fermata-says: began to wait for 'reply' in step
// A client that takes back an old reply after it has asked takes back the new one, too, if the server is faster. Nobody is blocked then: both
// threads lock and unlock for ever, and without the mark this is no hang.
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
    request = 1;
    pthread_mutex_unlock(&m);
    take_reply();
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
