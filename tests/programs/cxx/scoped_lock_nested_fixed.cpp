// fermata: holds
// The twin of scoped_lock_nested.cpp: one scoped lock for both.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock lock(from.mutex, to.mutex);
  from.money -= amount;
  to.money += amount;
}

int main() {
  Account alice, bob;
  std::thread thread([&] { transfer(alice, bob, 1); });
  transfer(bob, alice, 2);
  thread.join();
  assert(alice.money == 11 && bob.money == 9);
}
