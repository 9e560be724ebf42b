// fermata: holds
//
// The configuration of recursive_read_behind_writer.c, repaired: one read lock for the whole
// reading, and a helper that expects it to be held.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t config_lock;
static int port = 80;

static int read_port_locked(void) { return port; }

static void print_config(void) {
  pthread_rwlock_rdlock(&config_lock);
  printf("port %d\n", read_port_locked());
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
