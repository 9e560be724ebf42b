// fermata: violated safety misuse at 16
// fermata: violated hang deadlock at 19
// fermata-clang: -std=c++20
// A token of the phase before the last one: the standard gives no meaning to it. With libstdc++ it passes.
#include <barrier>
#include <thread>
#include <utility>

static std::barrier<> meet(2);

int main() {
  std::thread other([] {
    auto token = meet.arrive();
    meet.arrive_and_wait();
    meet.arrive_and_wait();
    meet.wait(std::move(token));  // fails here
  });
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  other.join();
}
