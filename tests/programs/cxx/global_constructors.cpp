// fermata: holds
// Globals are constructed before main, in their order; one of them starts a thread.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::string order;
std::mutex order_mutex;

struct Part {
  explicit Part(char name) {
    std::lock_guard<std::mutex> guard(order_mutex);
    order += name;
  }
};

Part first('a');
Part second('b');
std::thread early([] {
  std::lock_guard<std::mutex> guard(order_mutex);
  order += 'c';
});

int main() {
  early.join();
  assert(order == "abc");
}
