// fermata: violated hang lost-wakeup
// A task that was posted already is not posted again: known by its address. The worker has deleted the first task, so the second
// may have its address; it is dropped, and the worker waits for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

struct Task {
  int number;
};

std::mutex m;
std::condition_variable changed;
Task* slot;

void post(Task* task, Task*& last) {
  if (task == last) return;
  std::unique_lock lock(m);
  changed.wait(lock, [] { return !slot; });
  slot = last = task;
  changed.notify_all();
}

void worker() {
  for (int i = 0; i < 2; ++i) {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return slot; });  // stuck here
    Task* task = slot;
    slot = nullptr;
    changed.notify_all();
    lock.unlock();
    delete task;
  }
}

void boss() {
  Task* last = nullptr;
  for (int i = 1; i <= 2; ++i) post(new Task{i}, last);
}

int main() {
  std::thread w(worker), b(boss);
  w.join();
  b.join();
}
