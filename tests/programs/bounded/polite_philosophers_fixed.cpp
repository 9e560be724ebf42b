// fermata: unknown because no run without end was found within 2 rounds of at most 32 steps
// fermata-args: --engine bounded --bound 2 --property termination
//
// Two philosophers, of whom one begins on the other side.
#include <mutex>
#include <thread>

std::mutex forks[2];

void dine() {
  forks[0].lock();
  while (!forks[1].try_lock()) {
    forks[0].unlock();
    forks[0].lock();
  }
  forks[1].unlock();
  forks[0].unlock();
}

int main() {
  std::thread other(dine);
  dine();
  other.join();
}
