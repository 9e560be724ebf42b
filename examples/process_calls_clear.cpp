// fermata: violated hang self-deadlock at 20
//
// Two correct changes that met in one merge (gromox PR #328). One made `clear` lock the session,
// the other made `process` lock it. `process` calls `clear`, so every single request hangs.
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

class Session {
 public:
  void process(const std::string& request) {
    std::lock_guard<std::mutex> guard(mutex_);
    clear();
    buffer_ = request;
    std::printf("processed %s\n", buffer_.c_str());
  }

  void clear() {
    std::lock_guard<std::mutex> guard(mutex_);  // stuck here
    buffer_.clear();
  }

 private:
  std::mutex mutex_;
  std::string buffer_;
};

int main() {
  Session session;
  std::thread connection([&session] { session.process("HELO"); });
  connection.join();
}
