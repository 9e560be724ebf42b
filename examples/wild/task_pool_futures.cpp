// A result comes back from the pool.
// library: alugowski/task-thread-pool 3ff123c6c2ff286f62c2796f1f12ef5bdf4c4e00
// fermata: holds hang
// fermata-clang: -w -I{library}/include
#include <cassert>
#include <cstdlib>
#include <task_thread_pool.hpp>

int main() {
  task_thread_pool::task_thread_pool pool(1);
  std::future<int> answer = pool.submit([](int x) { return x + 1; }, 41);
  assert(answer.get() == 42);
}
