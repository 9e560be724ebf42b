// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// Items are handed over one by one, until there are no more.
#include <condition_variable>
#include <mutex>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

static std::mutex m;
static std::condition_variable changed;
static bool full = false, closed = false;

static void producer(int items) {
  for (int i = 0; i < items; i++) {
    std::unique_lock<std::mutex> lock(m);
    changed.wait(lock, [] { return !full; });
    full = true;
    changed.notify_all();
  }
  std::lock_guard<std::mutex> lock(m);
  closed = true;
  changed.notify_all();
}

static void consumer() {
  std::unique_lock<std::mutex> lock(m);
  while (true) {
    changed.wait(lock, [] { return full || closed; });
    if (!full) return;
    full = false;
    changed.notify_all();
  }
}

int main() {
  int items = __VERIFIER_nondet_int();
  std::thread p(producer, items), c(consumer);
  p.join();
  c.join();
}
