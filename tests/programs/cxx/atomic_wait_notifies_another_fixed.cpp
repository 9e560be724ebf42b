// fermata: holds
// fermata-clang: -std=c++20
#include <atomic>
#include <thread>

std::atomic<long> requests{0}, replies{0};
std::atomic<bool> closed{false};

int main() {
  std::thread client([] {
    requests = 1;
    replies.wait(0);
  });
  replies = 1;
  replies.notify_one();
  closed.notify_all();
  client.join();
}
