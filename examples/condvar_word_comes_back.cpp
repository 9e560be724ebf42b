// fermata: violated hang lost-wakeup
//
// A condition variable of one word: who waits counts it up, who signals sets it to zero. Between a thread's decision to sleep
// and its sleep the word goes to zero and comes back to the same value, since the signaller has begun to wait itself (the ABA
// problem). Both sides of the queue are asleep. Met in dr-m/atomic_sync #3.
#include <atomic>
#include <mutex>
#include <thread>

class Condition {
 public:
  void wait(std::mutex& m) {
    unsigned expected = ++word_;
    m.unlock();
    word_.wait(expected);  // stuck here: the word is the same, but it is no longer this thread's
    m.lock();
  }
  void signal() {
    if (word_.exchange(0) != 0) word_.notify_all();
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
