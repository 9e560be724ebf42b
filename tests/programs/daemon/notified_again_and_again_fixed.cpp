// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// As notified_again_and_again, but main notifies for ever, and changes what is waited for now and then.
#include <atomic>
#include <thread>

static std::atomic<char> news;

int main() {
  std::thread other([] {
    for (;;) {
      news.wait(0);
      news = 0;
    }
  });
  for (;;) {
    news.notify_all();
    news.notify_all();
    news = 1;
    news.notify_one();
  }
}
