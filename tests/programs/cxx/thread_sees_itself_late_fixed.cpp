// fermata: holds
// The twin of thread_sees_itself_late.cpp: it waits until its creator says that all is in place.
#include <atomic>
#include <cassert>
#include <thread>

std::thread worker;
std::atomic<bool> ready{false};

int main() {
  worker = std::thread([] {
    while (!ready) {}
    assert(worker.get_id() == std::this_thread::get_id());
  });
  ready = true;
  worker.join();
}
