// fermata: holds
// A lock that is an object of a scope is released when an exception passes through.
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
int balance = 0;

void withdraw(int amount) {
  std::lock_guard<std::mutex> guard(m);
  if (balance < amount) throw std::runtime_error("no money");
  balance -= amount;
}

int main() {
  std::thread customer([] {
    try {
      withdraw(5);
    } catch (const std::runtime_error&) {
    }
  });
  m.lock();
  balance += 5;
  m.unlock();
  customer.join();
}
