// fermata: holds
// fermata-clang: -std=c++20
#include <atomic>
#include <thread>

template <class T>
struct Gate {
  std::atomic<T> value{};
  void pass(T closed) { value.wait(closed); }
  void open(T opened) {
    value = opened;
    value.notify_all();
  }
};

Gate<bool> one;
Gate<short> two;
Gate<int> four;
Gate<double> eight;
std::atomic_flag flag;

int main() {
  std::thread opener([] {
    one.open(true);
    two.open(7);
    four.open(7);
    eight.open(0.5);
    flag.test_and_set();
    flag.notify_one();
  });
  one.pass(false);
  two.pass(0);
  four.pass(0);
  eight.pass(0.0);
  flag.wait(false);
  opener.join();
}
