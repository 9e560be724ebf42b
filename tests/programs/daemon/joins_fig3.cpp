// fermata: holds
// fermata-args: --daemon
// fermata-clang: -std=c++20
// Both threads of examples/divine/fig3.cpp are joined: each does its work under the mutex, for ever.
#include <mutex>
#include <thread>

std::mutex m;
int work = 0, other_work = 0;

void thread0() {
  while (true) {
    std::unique_lock<std::mutex> lock(m);
    work = (work + 1) % 2;
  }
}

void thread1() {
  while (true) {
    std::unique_lock<std::mutex> lock(m);
    other_work = (other_work + 1) % 2;
  }
}

int main() {
  std::jthread first(thread0), second(thread1);
}
