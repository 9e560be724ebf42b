// A result comes back from the pool, and it is stopped when its queue is empty.
// library: vit-vit/CTPL 437e135dbd94eb65b45533d9ce8ee28b5bd37b6d
// fermata: holds hang
// fermata-clang: -w -I{library}
#include <ctpl_stl.h>

#include <cassert>

int main() {
  ctpl::thread_pool pool(1);
  std::future<int> answer = pool.push([](int) { return 42; });
  assert(answer.get() == 42);
  pool.stop(true);
}
