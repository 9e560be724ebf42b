// The destructor sets the flag outside of the mutex under which workers test it.
// library: lzpong/threadpool b3dfc002f167efb9c8eedb6dfcab81d8d9ede972
// fermata: violated hang
// fermata-clang: -I{library}
#include <threadpool.h>

std::atomic<int> done{0};

int main() {
  std::threadpool pool(1);
  pool.commit2([] { ++done; });
}
