// shutdown() sets the flag outside of the mutex under which workers test it.
// library: mtrebi/thread-pool dac6bddfc20346a31832ff11a654fd3d774428ca
// fermata: violated hang
// fermata-clang: -I{library}/include
#include <ThreadPool.h>

int main() {
  ThreadPool pool(1);
  pool.init();
  pool.shutdown();
}
