// fermata: violated hang lost-wakeup at 13
// fermata-clang: -std=c++20
// Atomics that are no futexes share counters to sleep on, but to notify one is not to notify another.
#include <atomic>
#include <thread>

std::atomic<long> requests{0}, replies{0};
std::atomic<bool> closed{false};

int main() {
  std::thread client([] {
    requests = 1;
    replies.wait(0);  // stuck here
  });
  replies = 1;
  requests.notify_one();
  closed.notify_all();
  client.join();
}
