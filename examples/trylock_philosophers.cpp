// fermata: holds
//
// Philosophers who put the left fork down when the right one is taken. They can all do so at the
// same time, again and again, and that is a livelock. It is not a hang: at every moment a lucky
// schedule lets all of them eat.
#include <cstdio>
#include <mutex>
#include <thread>

constexpr int philosophers = 3;
std::mutex forks[philosophers];

void dine(int seat) {
  std::mutex& left = forks[seat];
  std::mutex& right = forks[(seat + 1) % philosophers];
  left.lock();
  while (!right.try_lock()) {
    left.unlock();
    left.lock();
  }
  std::printf("philosopher %d eats\n", seat);
  right.unlock();
  left.unlock();
}

int main() {
  std::thread second(dine, 1);
  std::thread third(dine, 2);
  dine(0);
  second.join();
  third.join();
}
