// fermata: holds
// main is blocked in the join of a thread that is blocked at a mutex, whose owner is not.
#include <mutex>
#include <thread>

std::mutex mutex;
int visits = 0;

void visit() {
  std::lock_guard<std::mutex> guard(mutex);
  ++visits;
}

int main() {
  std::thread first(visit);
  std::thread second(visit);
  first.join();
  second.join();
}
