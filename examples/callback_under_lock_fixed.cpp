// fermata: holds
//
// The channel of callback_under_lock.cpp, repaired: foreign code is called only after the lock has
// been given back.
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

class Channel {
 public:
  void when_connected(std::function<void()> callback) {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      if (!connected_) {
        pending_ = std::move(callback);
        return;
      }
    }
    callback();
  }

  void connected() {
    std::function<void()> callback;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      connected_ = true;
      callback = std::move(pending_);
    }
    if (callback) callback();
  }

  bool is_connected() {
    std::lock_guard<std::mutex> guard(mutex_);
    return connected_;
  }

 private:
  std::mutex mutex_;
  bool connected_ = false;
  std::function<void()> pending_;
};

int main() {
  Channel channel;
  std::thread network([&channel] { channel.connected(); });
  channel.when_connected([&channel] { std::puts(channel.is_connected() ? "up" : "down"); });
  network.join();
}
