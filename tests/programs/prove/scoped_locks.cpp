// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// fermata-clang: -std=c++17
// Money is moved to and fro, both accounts locked at once.
#include <condition_variable>
#include <mutex>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

static std::mutex here, there;
static int a = 0, b = 0;

static void move(int times, int much) {
  for (int i = 0; i < times; i++) {
    std::lock_guard<std::mutex> first(here);
    std::lock_guard<std::mutex> second(there);
    a -= much;
    b += much;
  }
}

static void back(int times) {
  for (int i = 0; i < times; i++) {
    std::lock_guard<std::mutex> first(here);
    std::lock_guard<std::mutex> second(there);
    a++, b--;
  }
}

int main() {
  int times = __VERIFIER_nondet_int();
  std::thread t(move, times, 2), u(back, times);
  t.join();
  u.join();
}
