// fermata: holds
// fermata-clang: -std=c++20
// fermata-leaves-out: hits, misses
// Counters as C++ programs have them: atomic, incremented while a thread waits, printed in the end.
#include <atomic>
#include <iostream>
#include <thread>

std::atomic<bool> ready;
std::atomic<long> hits, misses;

int main() {
  std::thread setter([] {
    hits++;
    ready = true;
  });
  while (!ready) misses.fetch_add(1, std::memory_order_relaxed);
  setter.join();
  std::cout << "hits " << hits << ", misses " << misses.load() << ", all " << hits + misses << std::endl;
}
