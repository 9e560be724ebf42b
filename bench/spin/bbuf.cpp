// SPDX-License-Identifier: Apache-2.0
// A bounded buffer with a mutex, condition variables and notify_one: -DP=producers, -DC=consumers, -DK=items of each
// producer, -DCAP=capacity; P * K must be a multiple of C. With one condition variable a wakeup can reach a thread of the
// wrong kind and be lost, and the rest sleep for ever. With -DTWOCV, which gives each kind its own, it cannot.
// Steps: lock, read count, (let go and sleep, wake and lock), access the buffer, write count, notify, unlock.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

#ifndef P
#define P 1
#endif
#ifndef C
#define C 1
#endif
#ifndef K
#define K 1
#endif
#ifndef CAP
#define CAP 1
#endif

static std::mutex m;
#ifdef TWOCV
static std::condition_variable not_full, not_empty;
#else
static std::condition_variable changed;
static std::condition_variable &not_full = changed, &not_empty = changed;
#endif
static int count;
static int buf[CAP];

static void put(int item) {
  std::unique_lock<std::mutex> lk(m);
  int c;
  while ((c = count) == CAP) not_full.wait(lk);
  buf[c] = item;
  count = c + 1;
  not_empty.notify_one();
}

static int get() {
  std::unique_lock<std::mutex> lk(m);
  int c;
  while ((c = count) == 0) not_empty.wait(lk);
  int item = buf[c - 1];
  assert(item != 0);
  count = c - 1;
  not_full.notify_one();
  return item;
}

static void producer(int me) {
  for (int k = 0; k < K; k++) put(me + 1);
}

static void consumer() {
  for (int k = 0; k < P * K / C; k++) get();
}

int main() {
  static_assert(P * K % C == 0, "items must divide evenly");
  std::thread th[P + C];
  for (int i = 0; i < P + C; i++) th[i] = i < P ? std::thread(producer, i) : std::thread(consumer);
  for (int i = 0; i < P + C; i++) th[i].join();
}
