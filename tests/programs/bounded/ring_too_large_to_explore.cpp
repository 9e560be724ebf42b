// fermata: violated hang deadlock at 17
//
// A ring of 64 locks, and nobody has asked for an engine: while exploring goes on, the deadlock is found by solving.
#include <mutex>
#include <thread>
#include <vector>

constexpr int accounts = 64;

struct Account {
  std::mutex lock;
  int balance = 100;
} bank[accounts];

void transfer(int from, int to, int amount) {
  std::lock_guard<std::mutex> source(bank[from].lock);
  std::lock_guard<std::mutex> target(bank[to].lock);  // stuck here
  bank[from].balance -= amount;
  bank[to].balance += amount;
}

int main() {
  std::vector<std::thread> tellers;
  for (int i = 0; i < accounts; ++i) tellers.emplace_back(transfer, i, (i + 1) % accounts, i);
  for (std::thread& t : tellers) t.join();
}
