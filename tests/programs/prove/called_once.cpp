// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// fermata-clang: -std=c++17
// What is made once is made once, and then there is a loop.
#include <mutex>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

static std::once_flag once;
static int made = 0;

static void use(int times) {
  std::call_once(once, [] { made = 1; });
  for (int i = times; i > 0; i -= made) {
  }
}

int main() {
  int times = __VERIFIER_nondet_int();
  std::thread t(use, times), u(use, times);
  t.join();
  u.join();
}
