// SPDX-License-Identifier: Apache-2.0
// fermata: unknown because its own may have ended
// fermata-args: --engine prove --property termination,safety
// fermata-clang: -std=c++20
// A thread-local variable goes with its thread, which the automata do not know.
#include <atomic>
#include <thread>

thread_local int counter = 3;
std::atomic<int*> last{nullptr};

int main() {
  std::thread worker([] { last = &counter; });
  while (!last) {
  }
  ++*last;
  worker.join();
}
