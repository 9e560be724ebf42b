// tryPost() notifies the worker and then pushes the task: the worker finds nothing, clears the flag and sleeps.
// library: yvoinov/thread-pool-cpp c0bbe1de5bf64da0a0df64781a1760f4b444e629
// fermata: violated hang
// fermata-clang: -I{library}/include -I{library}/include/thread_pool
#include <atomic>
#include <thread>

#include <thread_pool.hpp>

std::atomic<bool> done{false};

int main() {
  tp::ThreadPoolOptions options;
  options.setThreadCount(1);
  options.setQueueSize(2);
  tp::ThreadPool pool(options);
  pool.tryPost([] { done = true; });
  while (!done) std::this_thread::yield();  // stuck here
}
