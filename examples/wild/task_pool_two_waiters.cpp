// Two threads wait for a pool: one until the queue is empty, one until all is done. Both are told by one flag, which the first to return clears.
// library: alugowski/task-thread-pool 3ff123c6c2ff286f62c2796f1f12ef5bdf4c4e00
// fermata: violated hang
// fermata-clang: -I{library}/include
#include <cstdlib>
#include <task_thread_pool.hpp>
#include <thread>

int main() {
  task_thread_pool::task_thread_pool pool(1);
  pool.submit_detach([] {});
  std::thread other([&] { pool.wait_for_queued_tasks(); });
  pool.wait_for_tasks();
  other.join();
  std::quick_exit(0);  // the end of the pool is another question
}
