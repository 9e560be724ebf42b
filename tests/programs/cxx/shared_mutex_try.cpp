// fermata: holds
// Under a shared lock others may share, but nobody may have the mutex alone.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

int main() {
  std::shared_timed_mutex mutex;
  mutex.lock_shared();
  std::thread other([&mutex] {
    bool alone = mutex.try_lock();
    assert(!alone);
    bool shared = mutex.try_lock_shared();
    assert(shared);
    mutex.unlock_shared();
  });
  other.join();
  mutex.unlock_shared();
  bool alone = mutex.try_lock();
  assert(alone);
  mutex.unlock();
}
