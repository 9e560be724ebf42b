// fermata: holds
// As thread_assigned_over, but a thread that is there is joined first.
#include <atomic>
#include <thread>

std::atomic<int> rounds;

class Worker {
 public:
  ~Worker() {
    if (thread_.joinable()) thread_.join();
  }

  void start() {
    if (thread_.joinable()) thread_.join();
    thread_ = std::thread([] { ++rounds; });
  }

 private:
  std::thread thread_;
};

int main() {
  Worker worker;
  worker.start();
  worker.start();
}
