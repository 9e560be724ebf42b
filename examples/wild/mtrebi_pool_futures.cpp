// shutdown() sets the flag outside of the mutex, also after a result came back.
// library: mtrebi/thread-pool dac6bddfc20346a31832ff11a654fd3d774428ca
// fermata: violated hang lost-wakeup
// fermata-clang: -w -I{library}/include
#include <ThreadPool.h>

#include <cassert>

static int multiply(int a, int b) { return a * b; }

int main() {
  ThreadPool pool(1);
  pool.init();
  auto answer = pool.submit(multiply, 6, 7);
  assert(answer.get() == 42);
  pool.shutdown();
}
