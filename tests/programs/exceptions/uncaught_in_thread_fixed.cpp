// fermata: holds
// The thread catches what it throws, and hands it over.
#include <exception>
#include <thread>

namespace bank {
struct NoMoney {};
int balance = 0;

void withdraw() {
  if (balance == 0) throw NoMoney();
}
}  // namespace bank

int main() {
  try {
    std::exception_ptr failure;
    std::thread teller([&failure] {
      try {
        bank::withdraw();
      } catch (...) {
        failure = std::current_exception();
      }
    });
    teller.join();
    if (failure) std::rethrow_exception(failure);
  } catch (const bank::NoMoney&) {
    return 0;
  }
  return 1;
}
