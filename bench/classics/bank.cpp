// SPDX-License-Identifier: Apache-2.0
// N tellers move money between N accounts of a ring, and lock both.
// -DREPAIRED: in the order of the accounts.
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#ifndef N
#define N 5
#endif

class Account {
 public:
  std::mutex mutex;
  long balance = 100;
};

class Bank {
 public:
  void transfer(int from, int to, long amount) {
    int first = from, second = to;
#ifdef REPAIRED
    if (second < first) std::swap(first, second);
#endif
    std::lock_guard one(accounts_[first].mutex);
    std::lock_guard two(accounts_[second].mutex);
    accounts_[from].balance -= amount;
    accounts_[to].balance += amount;
  }

 private:
  Account accounts_[N];
};

int main() {
  Bank bank;
  std::vector<std::thread> tellers;
  for (int i = 0; i < N; ++i) tellers.emplace_back([&bank, i] { bank.transfer(i, (i + 1) % N, 10); });
  for (std::thread& t : tellers) t.join();
}
