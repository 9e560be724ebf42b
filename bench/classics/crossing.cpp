// SPDX-License-Identifier: Apache-2.0
// N cars at a roundabout of N parts, each needs the part in front of it and the next one.
// -DREPAIRED: at most N - 1 cars may be in it. They are counted under a mutex, or with -DSEMAPHORE, too, by a semaphore.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

#ifndef N
#define N 4
#endif

struct Part {
  std::mutex mutex;
  int passed = 0;
};

struct Crossing {
  std::vector<std::unique_ptr<Part>> parts;
  std::mutex gate;
  std::condition_variable left;
  int inside = 0;
#ifdef SEMAPHORE
  std::counting_semaphore<N> room{N - 1};
#endif

  Crossing() {
    for (int i = 0; i < N; ++i) parts.push_back(std::make_unique<Part>());
  }
  void enter() {
#if defined REPAIRED && defined SEMAPHORE
    room.acquire();
#elif defined REPAIRED
    std::unique_lock lock(gate);
    left.wait(lock, [this] { return inside < N - 1; });
    ++inside;
#endif
  }
  void leave() {
#if defined REPAIRED && defined SEMAPHORE
    room.release();
#elif defined REPAIRED
    std::lock_guard lock(gate);
    --inside;
    left.notify_one();
#endif
  }
  void cross(int from) {
    enter();
    {
      std::lock_guard here(parts[from]->mutex);
      std::lock_guard next(parts[(from + 1) % N]->mutex);
      ++parts[from]->passed;
    }
    leave();
  }
};

int main() {
  Crossing crossing;
  std::vector<std::thread> cars;
  for (int i = 0; i < N; ++i) cars.emplace_back(&Crossing::cross, &crossing, i);
  for (std::thread& c : cars) c.join();
}
