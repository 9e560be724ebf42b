// wait() of the event sleeps without a loop around. Who was woken for nothing is still counted as a sleeper, and a signal is spent on it.
// library: preshing/cpp11-on-multicore 41ac9c73dfa32e2fbc0af6668358092fafdfcae4
// fermata: violated hang
// fermata-clang: -I{library}/common
#include <autoreseteventcondvar.h>
#include <thread>

int main() {
  AutoResetEventCondVar event;
  std::mutex mutex;
  bool done = false;
  std::thread waiter([&] {
    for (;;) {
      {
        std::lock_guard lock(mutex);
        if (done) return;
      }
      event.wait();  // stuck here
    }
  });
  {
    std::lock_guard lock(mutex);
    done = true;
  }
  event.signal();
  waiter.join();
}
