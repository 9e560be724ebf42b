// fermata: holds
// The twin of assertion_check_then_act.cpp: check and act in one section.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  bool withdraw(int amount) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (balance_ < amount) return false;
    balance_ -= amount;
    assert(balance_ >= 0);
    return true;
  }

 private:
  std::mutex mutex_;
  int balance_ = 1;
};

int main() {
  Account account;
  std::thread thread([&account] { account.withdraw(1); });
  account.withdraw(1);
  thread.join();
}
