// fermata: violated hang never-released at 24
// A lock that is no object of a scope stays locked when an exception passes through.
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
int balance = 0;

void withdraw(int amount) {
  m.lock();
  if (balance < amount) throw std::runtime_error("no money");
  balance -= amount;
  m.unlock();
}

int main() {
  std::thread customer([] {
    try {
      withdraw(5);
    } catch (const std::runtime_error&) {
    }
  });
  m.lock();  // stuck here
  balance += 5;
  m.unlock();
  customer.join();
}
