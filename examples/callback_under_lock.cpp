// fermata: violated hang self-deadlock at 33
//
// A channel that calls back when it is connected (grpc PR #8733 and #16427, connectedhomeip #3120).
// If the connection is still being made, the callback is stored and all is well. If it is already
// up, the callback runs at once, inside the lock, and asks the channel for its state.
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>

class Channel {
 public:
  void when_connected(std::function<void()> callback) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (connected_) {
      callback();
    } else {
      pending_ = std::move(callback);
    }
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
    std::lock_guard<std::mutex> guard(mutex_);  // stuck here
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
