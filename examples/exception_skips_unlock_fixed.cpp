// fermata: holds
//
// exception_skips_unlock.cpp, repaired: the lock is an object of a scope, which unlocks it however the scope is left.
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

class Accounts {
 public:
  void add(std::size_t account, int amount) {
    std::lock_guard<std::mutex> guard(mutex_);
    balance_.at(account) += amount;
  }

 private:
  std::mutex mutex_;
  std::vector<int> balance_ = std::vector<int>(2);
};

void serve(Accounts& accounts, std::size_t account) {
  try {
    accounts.add(account, 5);
  } catch (const std::out_of_range& e) {
    std::printf("no such account: %s\n", e.what());
  }
}

int main() {
  Accounts accounts;
  std::thread first([&accounts] { serve(accounts, 2); });
  std::thread second([&accounts] { serve(accounts, 1); });
  first.join();
  second.join();
}
