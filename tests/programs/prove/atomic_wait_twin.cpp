// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because it may come to rest
// fermata-args: --engine prove --property termination
// fermata-clang: -std=c++20
// Nobody is told.
#include <atomic>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

static std::atomic<int> ready{0};

static void worker(int limit) {
  for (int i = 0; i < limit; i++) std::atomic_thread_fence(std::memory_order_seq_cst);
  ready = 1;
}

int main() {
  std::thread w(worker, __VERIFIER_nondet_int());
  ready.wait(0);
  w.join();
}
