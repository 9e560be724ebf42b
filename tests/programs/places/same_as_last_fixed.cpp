// fermata: holds
// Known by its number.
#include <condition_variable>
#include <mutex>
#include <thread>

struct Task {
  int number;
};

std::mutex m;
std::condition_variable changed;
Task* slot;

void post(Task* task, int& last) {
  if (task->number == last) return;
  std::unique_lock lock(m);
  changed.wait(lock, [] { return !slot; });
  last = task->number;
  slot = task;
  changed.notify_all();
}

void worker() {
  for (int i = 0; i < 2; ++i) {
    std::unique_lock lock(m);
    changed.wait(lock, [] { return slot; });
    Task* task = slot;
    slot = nullptr;
    changed.notify_all();
    lock.unlock();
    delete task;
  }
}

void boss() {
  int last = 0;
  for (int i = 1; i <= 2; ++i) post(new Task{i}, last);
}

int main() {
  std::thread w(worker), b(boss);
  w.join();
  b.join();
}
