// SPDX-License-Identifier: Apache-2.0
// Many states, and a game against inputs on them.
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned char a, b, c;
static void *work(void *arg) {
  unsigned char *mine = arg;
  for (;;) {
    const int in = __VERIFIER_nondet_bool() + 1;
    pthread_mutex_lock(&m);
    *mine = (unsigned char)(*mine + in);
    pthread_cond_broadcast(&changed);
    if (a + b + c > 700) { pthread_mutex_unlock(&m); return 0; }
    pthread_mutex_unlock(&m);
  }
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, work, &a);
  pthread_create(&t[1], 0, work, &b);
  pthread_create(&t[2], 0, work, &c);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
