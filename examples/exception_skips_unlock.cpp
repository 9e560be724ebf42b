// fermata: violated hang never-released
// fermata-says: throw std::out_of_range
//
// A classic: between lock and unlock something throws. The handler, far away, knows nothing of the lock; the
// next thread that needs it waits for ever.
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

class Accounts {
 public:
  void add(std::size_t account, int amount) {
    mutex_.lock();  // stuck here
    balance_.at(account) += amount;
    mutex_.unlock();
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
