// SPDX-License-Identifier: Apache-2.0
// N tasks print and scan on N / 2 devices of each sort. Even tasks take the printer first, odd ones the scanner.
// -DREPAIRED: all take the printer first.
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 4
#endif
#define DEVICES ((N + 1) / 2)

std::mutex printers[DEVICES], scanners[DEVICES];
int pages[DEVICES];

void task(int number) {
  std::mutex &printer = printers[number / 2], &scanner = scanners[(number / 2 + number % 2) % DEVICES];
#ifdef REPAIRED
  const bool printer_first = true;
#else
  const bool printer_first = number % 2 == 0;
#endif
  std::lock_guard one(printer_first ? printer : scanner);
  std::lock_guard two(printer_first ? scanner : printer);
  ++pages[number / 2];
}

int main() {
  std::vector<std::thread> tasks;
  for (int i = 0; i < N; ++i) tasks.emplace_back(task, i);
  for (std::thread& t : tasks) t.join();
}
