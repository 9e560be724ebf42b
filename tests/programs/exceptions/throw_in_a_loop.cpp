// fermata: holds
// An endless loop of throwing and catching comes back to the same state: nothing is left over.
// fermata-args: --daemon
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
int turn = 0;

void fail_if(int mine) {
  std::lock_guard<std::mutex> guard(m);
  if (turn == mine) {
    turn = 1 - mine;
    throw std::runtime_error("mine");
  }
}

void player(int mine) {
  for (;;) {
    try {
      fail_if(mine);
    } catch (const std::exception& e) {
      if (e.what()[0] != 'm') return;
    }
  }
}

int main() {
  std::thread other(player, 1);
  player(0);
  other.join();
}
