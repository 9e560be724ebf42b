/* SPDX-License-Identifier: Apache-2.0
 * Readers and writers, readers first: a mutex for their number, a semaphore for the data. -DR=readers, -DW=writers,
 * -DK=rounds. With -DBUG the number is decremented without the mutex: an update can be lost, then the semaphore is
 * never posted and a writer waits for ever; and a reader can see the data change.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef R
#define R 2
#endif
#ifndef W
#define W 1
#endif
#ifndef K
#define K 1
#endif

static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER;
static sem_t wrt;
static int readers;
static int data;

static void* reader(void* arg) {
  (void)arg;
  for (int k = 0; k < K; k++) {
    pthread_mutex_lock(&mx);
    int r = readers;
    readers = r + 1;
    if (r == 0) sem_wait(&wrt);
    pthread_mutex_unlock(&mx);

    int a = data;
    int b = data;
    assert(a == b);

#ifndef BUG
    pthread_mutex_lock(&mx);
#endif
    r = readers;
    readers = r - 1;
    if (r == 1) sem_post(&wrt);
#ifndef BUG
    pthread_mutex_unlock(&mx);
#endif
  }
  return 0;
}

static void* writer(void* arg) {
  (void)arg;
  for (int k = 0; k < K; k++) {
    sem_wait(&wrt);
    int d = data;
    data = d + 1;
    sem_post(&wrt);
  }
  return 0;
}

int main(void) {
  pthread_t t[R + W];
  sem_init(&wrt, 0, 1);
  for (int i = 0; i < R + W; i++) pthread_create(&t[i], 0, i < R ? reader : writer, 0);
  for (int i = 0; i < R + W; i++) pthread_join(t[i], 0);
  return 0;
}
