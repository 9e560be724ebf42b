// fermata: holds
//
// The barrier of barrier_reused_too_early.cpp, repaired: rounds are numbered, and a thread waits
// for its own round to be over.
#include <condition_variable>
#include <mutex>
#include <thread>

class Barrier {
 public:
  explicit Barrier(int parties) : parties_(parties) {}

  void arrive_and_wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int my_round = round_;
    if (++arrived_ == parties_) {
      arrived_ = 0;
      ++round_;
      everyone_here_.notify_all();
      return;
    }
    everyone_here_.wait(lock, [this, my_round] { return round_ != my_round; });
  }

 private:
  const int parties_;
  std::mutex mutex_;
  std::condition_variable everyone_here_;
  int arrived_ = 0;
  int round_ = 0;
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
