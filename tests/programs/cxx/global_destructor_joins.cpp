// fermata: violated hang never-signalled at 15
// A global object joins its thread after main has returned, and forgets to tell it to stop.
#include <condition_variable>
#include <mutex>
#include <thread>

class Background {
 public:
  Background() : thread_([this] { run(); }) {}
  ~Background() { thread_.join(); }

 private:
  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    wake_.wait(lock, [this] { return stop_; });  // stuck here
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  std::thread thread_;
};

Background background;

int main() {}
