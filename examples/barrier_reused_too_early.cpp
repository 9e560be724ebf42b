// fermata: violated hang lost-wakeup at 22
//
// A barrier that works once and is used twice (zephyr PR #117759, OSv #857, FreeRDP PR #2395).
// The last thread of a round resets the count and may already stand in the next round before the
// other has woken up. The slow thread then finds a count that is not zero and goes on sleeping,
// in the wrong round.
#include <condition_variable>
#include <mutex>
#include <thread>

class Barrier {
 public:
  explicit Barrier(int parties) : parties_(parties) {}

  void arrive_and_wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (++arrived_ == parties_) {
      arrived_ = 0;
      everyone_here_.notify_all();
      return;
    }
    everyone_here_.wait(lock, [this] { return arrived_ == 0; });  // stuck here
  }

 private:
  const int parties_;
  std::mutex mutex_;
  std::condition_variable everyone_here_;
  int arrived_ = 0;
};

void simulate(Barrier& barrier) {
  for (int step = 0; step < 2; ++step) barrier.arrive_and_wait();
}

int main() {
  Barrier barrier(2);
  std::thread neighbour([&barrier] { simulate(barrier); });
  simulate(barrier);
  neighbour.join();
}
