// fermata: holds
// fermata-explains: 'stop': written under 'm', read without: each access but reading under 'm' is a step of its own
// fermata-explains: 'beat': written by one thread only, read by others: each access but its own reading is a step of its own
// fermata-explains: 'jobs': protected by 'm'
//
// A worker that sleeps until there is something to do; who asks whether it is still there takes no lock.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable changed;
std::atomic<bool> stop;
std::atomic<bool> beat;
int jobs;

void worker() {
  beat = !beat;
  std::unique_lock lock(m);
  while (!stop || jobs > 0) {
    if (jobs > 0)
      --jobs;
    else
      changed.wait(lock);
  }
}

int main() {
  std::thread t(worker);
  {
    std::lock_guard lock(m);
    ++jobs;
    changed.notify_one();
  }
  const bool early = stop || beat;
  {
    std::lock_guard lock(m);
    stop = true;
    changed.notify_one();
  }
  t.join();
  return early && beat;
}
