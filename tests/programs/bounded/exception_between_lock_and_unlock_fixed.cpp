// fermata: unknown because no deadlock was found
// fermata-args: --engine bounded --property hang
//
// The lock is let go by the destructor of its guard.
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex mutex;
int balance = 1;

void withdraw() {
  std::lock_guard<std::mutex> held(mutex);
  if (balance == 0) throw std::runtime_error("no money");
  balance--;
}

void client() {
  try {
    withdraw();
  } catch (const std::exception&) {
  }
}

int main() {
  std::thread one(client), other(client), third(client);
  one.join();
  other.join();
  third.join();
}
