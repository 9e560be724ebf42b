// Somebody waits until a paused pool has nothing left to do, and the queue is cleared: now there is nothing left, but nobody is told.
// library: alugowski/task-thread-pool 3ff123c6c2ff286f62c2796f1f12ef5bdf4c4e00
// fermata: violated hang
// fermata-clang: -I{library}/include
#include <cstdlib>
#include <task_thread_pool.hpp>
#include <thread>

int main() {
  task_thread_pool::task_thread_pool pool(1);
  pool.pause();
  pool.submit_detach([] {});
  std::thread waiter([&] { pool.wait_for_tasks(); });
  pool.clear_task_queue();
  pool.unpause();
  waiter.join();
  std::quick_exit(0);
}
