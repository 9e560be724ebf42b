// fermata: violated hang stuck-loop
// fermata-leaves-out: beats
//
// The end of main and all that the only other thread does from then on are one step; with the values of 'beats' it takes
// other rounds to see that it never ends.
#include <pthread.h>

volatile unsigned beats;

void *beat(void *unused) {
  for (;;) beats++;  // stuck here
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, beat, NULL);
  pthread_exit(NULL);
}
