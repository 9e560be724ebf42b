// fermata: violated hang deadlock at 13
// Two scoped locks of one mutex each, nested, order chosen by the caller.
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock from_lock(from.mutex);
  std::scoped_lock to_lock(to.mutex);  // stuck here
  from.money -= amount;
  to.money += amount;
}

int main() {
  Account alice, bob;
  std::thread thread([&] { transfer(alice, bob, 1); });
  transfer(bob, alice, 2);
  thread.join();
}
