// fermata: holds
//
// The word only counts up, with each signal: it does not come back.
#include <atomic>
#include <mutex>
#include <thread>

class Condition {
 public:
  void wait(std::mutex& m) {
    unsigned expected = word_;
    m.unlock();
    word_.wait(expected);
    m.lock();
  }
  void signal() {
    ++word_;
    word_.notify_all();
  }

 private:
  std::atomic<unsigned> word_{0};
};

std::mutex m;
Condition changed;  // the queue's; both sides use it
int used = 0;

void put() {
  m.lock();
  while (used == 1) changed.wait(m);
  used = 1;
  changed.signal();
  m.unlock();
}

void take() {
  m.lock();
  while (used == 0) changed.wait(m);
  used = 0;
  changed.signal();
  m.unlock();
}

int main() {
  std::thread consumer([] {
    take();
    take();
  });
  put();
  put();
  consumer.join();
}
