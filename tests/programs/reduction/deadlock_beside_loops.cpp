// fermata: violated hang partial-deadlock
// fermata-args: --daemon
//
// Two threads wait for each other, and three others go round for ever: twenty thousand transactions and ten
// times as many steps follow.
#include <mutex>
#include <thread>

std::mutex a, b;
std::mutex own[3];
int rounds[3];

void go_round(int i) {
  for (;;) {
    std::lock_guard hold(own[i]);
    rounds[i] = (rounds[i] + 1) % 25;
  }
}

int main() {
  std::thread one([] { std::lock_guard x(a); std::lock_guard y(b); });
  std::thread two([] { std::lock_guard x(b); std::lock_guard y(a); });
  std::thread r0(go_round, 0), r1(go_round, 1), r2(go_round, 2);
  one.join();
  two.join();
  r0.join();
  r1.join();
  r2.join();
}
