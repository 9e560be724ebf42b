// fermata: holds
//
// The session of process_calls_clear.cpp, repaired: the public functions lock, the private ones
// expect the lock to be held.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class Session {
 public:
  void process(const std::string& request) {
    std::lock_guard<std::mutex> guard(mutex_);
    clear_locked();
    buffer_ = request;
    std::printf("processed %s\n", buffer_.c_str());
  }

  void clear() {
    std::lock_guard<std::mutex> guard(mutex_);
    clear_locked();
  }

 private:
  void clear_locked() { buffer_.clear(); }

  std::mutex mutex_;
  std::string buffer_;
};

int main() {
  Session session;
  std::thread connection([&session] { session.process("HELO"); });
  session.clear();
  connection.join();
}
