// fermata: violated safety invalid-access at 16
// fermata-says: write of 4 bytes to a constant
// A thread repairs a table that was never meant to be changed.
#include <array>
#include <thread>

struct Rates {
  std::array<int, 3> of{10, 20, 30};
};
static const Rates rates;

int main() {
  std::thread repair([] {
    for (const int &rate : rates.of) {
      if (rate == 30) {
        const_cast<int &>(rate) = 40;  // fails here
      }
    }
  });
  repair.join();
}
