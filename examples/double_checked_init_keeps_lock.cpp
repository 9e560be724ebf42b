// fermata: violated hang never-released at 23
//
// Double-checked initialisation with a path that forgets the unlock (h2o PR #1425). The thread that
// loses the race for the first set-up finds the work done and returns at once, with the mutex. The
// next one to need the mutex waits for a thread that has long gone.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

class Library {
 public:
  void setup() {
    if (ready_) return;
    mutex_.lock();
    if (ready_) return;
    handles_ = 1;
    ready_ = true;
    mutex_.unlock();
  }

  void shutdown() {
    mutex_.lock();  // stuck here
    handles_ = 0;
    ready_ = false;
    mutex_.unlock();
  }

 private:
  std::atomic<bool> ready_{false};
  std::mutex mutex_;
  int handles_ = 0;
};

int main() {
  Library library;
  std::thread first([&library] { library.setup(); });
  std::thread second([&library] { library.setup(); });
  first.join();
  second.join();
  library.shutdown();
  std::puts("shut down");
}
