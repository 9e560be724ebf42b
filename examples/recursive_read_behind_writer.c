// fermata: violated hang deadlock
//
// A read lock taken twice (arangodb PR #14130, iresearch #101, shadPS4 PR #3179, parking_lot #212).
// With a lock that prefers writers this is deadly as soon as a writer queues up in between: the
// second read lock waits behind the writer, the writer waits for the first one.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t config_lock;
static int port = 80;

static int read_port(void) {
  pthread_rwlock_rdlock(&config_lock);
  int value = port;
  pthread_rwlock_unlock(&config_lock);
  return value;
}

static void print_config(void) {
  pthread_rwlock_rdlock(&config_lock);
  printf("port %d\n", read_port());
  pthread_rwlock_unlock(&config_lock);
}

static void *reload(void *unused) {
  (void)unused;
  pthread_rwlock_wrlock(&config_lock);
  port = 8080;
  pthread_rwlock_unlock(&config_lock);
  return NULL;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&config_lock, &attributes);
  pthread_t reloader;
  pthread_create(&reloader, NULL, reload, NULL);
  print_config();
  pthread_join(reloader, NULL);
  return 0;
}
