// fermata: violated safety misuse at 10
// fermata-clang: -std=c++20
#include <latch>
#include <thread>

std::latch ready(1);

int main() {
  std::thread t([] { ready.wait(); });
  ready.count_down(2);  // fails here
  t.join();
}
