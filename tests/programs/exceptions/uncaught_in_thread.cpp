// fermata: violated safety uncaught-exception at 11
// fermata-says: an exception of type 'bank::NoMoney' is not caught
// An exception that leaves the function of a thread ends the process, whatever main would catch.
#include <thread>

namespace bank {
struct NoMoney {};
int balance = 0;

void withdraw() {
  if (balance == 0) throw NoMoney();  // fails here
}
}  // namespace bank

int main() {
  try {
    std::thread teller(bank::withdraw);
    teller.join();
  } catch (const bank::NoMoney&) {
    return 1;
  }
}
