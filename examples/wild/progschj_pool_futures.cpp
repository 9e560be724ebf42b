// A result, and an exception, come back from the pool.
// library: progschj/ThreadPool 9a42ec1329f259a5f4881a291db1dcb8f2ad9040
// fermata: holds hang
// fermata-clang: -w -I{library}
#include <ThreadPool.h>

#include <cassert>

int main() {
  ThreadPool pool(1);
  auto square = pool.enqueue([](int x) { return x * x; }, 7);
  auto failed = pool.enqueue([] { throw std::runtime_error("no"); });
  assert(square.get() == 49);
  try {
    failed.get();
    assert(false);
  } catch (const std::runtime_error&) {
  }
}
