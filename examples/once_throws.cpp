// fermata: violated hang never-signalled
//
// A hand-made call_once: the first caller runs the function, the others wait until it is done. If the function throws,
// nobody is running it any more and it will never be done: the next call hangs. So did std::call_once on some systems
// (GCC's bug 66146; PaddlePaddle #6681, pytorch PR #78051, abseil #1823).
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>

class Once {
 public:
  template <class Function>
  void call(Function function) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (state_ == State::not_yet) {
      state_ = State::running;
      lock.unlock();
      function();
      lock.lock();
      state_ = State::done;
      changed_.notify_all();
    }
    changed_.wait(lock, [this] { return state_ == State::done; });  // stuck here
  }

 private:
  enum class State { not_yet, running, done };
  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::not_yet;
};

Once once;
int attempts = 0;

void connect() {
  if (++attempts == 1) throw std::runtime_error("no network");
}

void use() {
  try {
    once.call(connect);
  } catch (const std::runtime_error& e) {
    std::printf("%s\n", e.what());
  }
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
