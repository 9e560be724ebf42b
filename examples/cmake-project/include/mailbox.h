// SPDX-License-Identifier: Apache-2.0
// Letters from any thread to any thread, until it is closed.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

class Mailbox {
 public:
  void send(int letter) {
    {
      std::lock_guard lock(mutex_);
      letters_.push_back(letter);
    }
    arrived_.notify_one();
  }

  /// Waits for a letter; nothing, if the mailbox is closed and empty.
  std::optional<int> receive() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return closed_ || !letters_.empty(); });
    if (letters_.empty()) return std::nullopt;
    const int letter = letters_.front();
    letters_.pop_front();
    return letter;
  }

  void close() {
#ifdef MAILBOX_CLOSES_WITHOUT_LOCK
    closed_ = true;  // an atomic flag is enough, isn't it?
#else
    {
      std::lock_guard lock(mutex_);
      closed_ = true;
    }
#endif
    arrived_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<int> letters_;
  std::atomic<bool> closed_ = false;
};
