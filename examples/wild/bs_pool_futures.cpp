// A result comes back from the pool.
// library: bshoshany/thread-pool bd4533f1f70c2b975cbd5769a60d8eaaea1d2233
// fermata: holds hang
// fermata-clang: -w -I{library}/include
#include <BS_thread_pool.hpp>
#include <cassert>

int main() {
  BS::thread_pool pool(1);
  std::future<int> answer = pool.submit_task([] { return 42; });
  assert(answer.get() == 42);
}
