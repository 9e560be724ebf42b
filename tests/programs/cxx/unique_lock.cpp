// fermata: holds
// What a unique_lock can do: wait with locking, try, adopt, give back early, be moved.
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

std::mutex mutex;
int count = 0;

std::unique_lock<std::mutex> locked() { return std::unique_lock<std::mutex>(mutex); }

int main() {
  std::thread thread([] {
    std::unique_lock<std::mutex> lock(mutex, std::try_to_lock);
    if (lock.owns_lock()) ++count;
  });

  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  assert(!lock);
  lock.lock();
  assert(lock);
  ++count;
  lock.unlock();
  thread.join();

  std::unique_lock<std::mutex> moved = locked();
  lock = std::move(moved);
  assert(lock.owns_lock() && !moved.owns_lock());
  assert(count == 1 || count == 2);
  std::mutex* released = lock.release();
  assert(released == &mutex);
  std::unique_lock<std::mutex> adopted(mutex, std::adopt_lock);
}
