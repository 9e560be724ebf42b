// fermata: holds
// The same with a table that may be changed.
#include <array>
#include <thread>

struct Rates {
  std::array<int, 3> of{10, 20, 30};
};
static Rates rates;

int main() {
  std::thread repair([] {
    for (const int &rate : rates.of) {
      if (rate == 30) {
        const_cast<int &>(rate) = 40;
      }
    }
  });
  repair.join();
}
