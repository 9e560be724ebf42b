// fermata: violated hang never-released
// fermata-args: --engine bounded --property hang
//
// An exception passes between lock and unlock, and is caught further out: the lock stays taken.
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex mutex;
int balance = 1;

void withdraw() {
  mutex.lock();
  if (balance == 0) throw std::runtime_error("no money");
  balance--;
  mutex.unlock();
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
