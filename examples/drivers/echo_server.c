// fermata: violated hang never-released
// fermata-args: --daemon
//
// A server with its own main, as it is. What it asks of the system is at the end: two clients at a time, and what they
// send is up to them.
#include <pthread.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static long echoed;

static void *serve(void *argument) {
  const int client = (int)(intptr_t)argument;
  char byte;
  pthread_mutex_lock(&log_lock);  // stuck here
  if (read(client, &byte, 1) != 1) {
    close(client);
    return NULL;  // and the lock?
  }
  ++echoed;
  pthread_mutex_unlock(&log_lock);
  close(client);
  return NULL;
}

int main(void) {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  listen(server, 8);
  for (;;) {
    const int client = accept(server, NULL, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, serve, (void *)(intptr_t)client);
    pthread_detach(thread);
  }
}

// --- what stands for the system -----------------------------------------------------------------

#include <fermata/fermata.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int connected;

int socket(int domain, int type, int protocol) { return 3; }
int listen(int descriptor, int backlog) { return 0; }
int accept(int descriptor, struct sockaddr *address, socklen_t *length) {
  while (atomic_load(&connected) == 2) sched_yield();
  atomic_fetch_add(&connected, 1);
  return 4;
}
ssize_t read(int descriptor, void *to, size_t size) {
  *(char *)to = 'x';
  return fermata_choose(2);  // a byte, or the client is gone
}
int close(int descriptor) {
  atomic_fetch_sub(&connected, 1);
  return 0;
}
