// fermata: holds
// The twin of use_after_free_mutex.cpp: the object goes after the guard.
#include <mutex>
#include <thread>

class Shared {
 public:
  void release() {
    bool last = false;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      last = --users_ == 0;
    }
    if (last) delete this;
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
