// SPDX-License-Identifier: Apache-2.0
// connection_pool.h, where close() wakes everybody.
#pragma once
#include <condition_variable>
#include <mutex>

class ConnectionPool {
 public:
  explicit ConnectionPool(int connections) : free_(connections) {}

  /// False: the pool was closed.
  bool acquire() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return free_ > 0 || closed_; });
    if (closed_) return false;
    --free_;
    return true;
  }
  void release() {
    std::lock_guard lock(mutex_);
    ++free_;
    changed_.notify_one();
  }
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int free_;
  bool closed_ = false;
};
