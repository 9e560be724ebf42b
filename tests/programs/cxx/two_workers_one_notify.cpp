// fermata: violated hang lost-wakeup at 15
// Two jobs are queued at once and announced once: one worker sleeps on beside a waiting job.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable job_available;
std::deque<int> jobs;
int done = 0;

void work() {
  std::unique_lock<std::mutex> lock(mutex);
  job_available.wait(lock, [] { return !jobs.empty(); });  // stuck here
  jobs.pop_front();
  ++done;
}

int main() {
  std::thread first(work);
  std::thread second(work);
  {
    std::lock_guard<std::mutex> guard(mutex);
    jobs.push_back(1);
    jobs.push_back(2);
  }
  job_available.notify_one();
  first.join();
  second.join();
}
