// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// fermata-clang: -std=c++20
// A flag is set after a loop, and whoever waits for it is told.
#include <atomic>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

static std::atomic<int> ready{0};

static void worker(int limit) {
  for (int i = 0; i < limit; i++) std::atomic_thread_fence(std::memory_order_seq_cst);
  ready = 1;
  ready.notify_one();
}

int main() {
  std::thread w(worker, __VERIFIER_nondet_int());
  ready.wait(0);
  w.join();
}
