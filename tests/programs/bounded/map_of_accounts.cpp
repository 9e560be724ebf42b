// fermata: violated hang deadlock at 20
// fermata-args: --engine bounded --property hang
//
// Two transfers in opposite directions between accounts in a std::map, which is filled before the threads start.
#include <map>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 100;
};

std::map<int, Account> accounts;

void transfer(int from, int to) {
  Account& payer = accounts.at(from);
  Account& payee = accounts.at(to);
  std::scoped_lock first(payer.mutex);
  std::scoped_lock second(payee.mutex);
  payer.balance -= 10;
  payee.balance += 10;
}

int main() {
  accounts[7];
  accounts[11];
  std::thread there([] { transfer(7, 11); });
  std::thread back([] { transfer(11, 7); });
  there.join();
  back.join();
}
