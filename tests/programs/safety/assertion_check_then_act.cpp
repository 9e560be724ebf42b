// fermata: violated safety assertion at 17
// Every access is locked, but the check and the act are two sections.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  int balance() {
    std::lock_guard<std::mutex> guard(mutex_);
    return balance_;
  }

  void withdraw(int amount) {
    std::lock_guard<std::mutex> guard(mutex_);
    balance_ -= amount;
    assert(balance_ >= 0);  // fails here
  }

 private:
  std::mutex mutex_;
  int balance_ = 1;
};

int main() {
  Account account;
  auto spend = [&account] {
    if (account.balance() >= 1) account.withdraw(1);
  };
  std::thread thread(spend);
  spend();
  thread.join();
}
