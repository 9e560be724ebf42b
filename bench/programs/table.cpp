// SPDX-License-Identifier: Apache-2.0
// -DREADERS=r -DWRITERS=w: a table that is read twice by each reader, under a shared lock, and changed once by each writer.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifndef READERS
#define READERS 3
#endif
#ifndef WRITERS
#define WRITERS 2
#endif

std::shared_mutex lock;
int rows, columns;

void read_twice() {
  for (int round = 0; round < 2; ++round) {
    std::shared_lock reading(lock);
    assert(rows == columns);
  }
}

void grow() {
  std::lock_guard writing(lock);
  ++rows;
  ++columns;
}

int main() {
  std::vector<std::thread> all;
  for (int i = 0; i < READERS; ++i) all.emplace_back(read_twice);
  for (int i = 0; i < WRITERS; ++i) all.emplace_back(grow);
  for (std::thread& thread : all) thread.join();
}
