// A sender waits in a full channel that is closed: its loop asks only whether there is room.
// library: tylertreat/chan b6cae887fdfce1f32eb52466ac3aac860c955d8e
// sources: src/chan.c src/queue.c
// fermata: violated hang
// fermata-clang: -D_GNU_SOURCE -I{library}/src
#include <pthread.h>
#include <stddef.h>

#include <chan.h>

static chan_t* channel;

static void* send(void* nothing) {
  (void)nothing;
  chan_send(channel, (void*)1);
  chan_send(channel, (void*)2);  // stuck here
  return NULL;
}

int main(void) {
  channel = chan_init(1);
  pthread_t sender;
  pthread_create(&sender, NULL, send, NULL);
  chan_close(channel);
  pthread_join(sender, NULL);
  chan_dispose(channel);
}
