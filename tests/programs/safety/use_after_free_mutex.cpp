// fermata: violated safety use-after-free
// The last user frees the object, and with it the mutex that its guard is about to unlock.
#include <mutex>
#include <thread>

class Shared {
 public:
  void release() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (--users_ == 0) delete this;
  }

 private:
  std::mutex mutex_;
  int users_ = 2;
};

int main() {
  auto* shared = new Shared;
  std::thread thread([shared] { shared->release(); });
  shared->release();
  thread.join();
}
