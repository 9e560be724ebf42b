// fermata: holds
// fermata-clang: -std=c++20
// As barrier_token_too_old, with the token of the last phase: that one is over.
#include <barrier>
#include <thread>
#include <utility>

static std::barrier<> meet(2);

int main() {
  std::thread other([] {
    meet.arrive_and_wait();
    auto token = meet.arrive();
    meet.wait(std::move(token));
    auto next = meet.arrive();
    meet.wait(std::move(next));
  });
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  meet.arrive_and_wait();
  other.join();
}
