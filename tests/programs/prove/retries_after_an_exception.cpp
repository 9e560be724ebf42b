// SPDX-License-Identifier: Apache-2.0
// fermata: holds
// fermata-args: --engine prove --property termination
// fermata-clang: -std=c++17
// Any number of attempts end in an exception, which lets the lock go; then one succeeds.
#include <mutex>
#include <thread>

extern "C" int __VERIFIER_nondet_int();

struct Busy {
  int left;
};
static std::mutex mutex;
static int left;

static void attempt() {
  std::lock_guard<std::mutex> held(mutex);
  if (left <= 0) return;
  left--;
  throw Busy{left};
}

static void client() {
  for (;;) try {
      attempt();
      return;
    } catch (const Busy&) {
    }
}

int main() {
  left = __VERIFIER_nondet_int();
  std::thread one(client), other(client);
  one.join();
  other.join();
}
