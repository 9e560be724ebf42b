// The destructor sets the flag outside of the mutex, also after a result came back.
// library: lzpong/threadpool b3dfc002f167efb9c8eedb6dfcab81d8d9ede972
// fermata: violated hang lost-wakeup
// fermata-clang: -w -I{library}
#include <threadpool.h>

#include <cassert>

int main() {
  std::threadpool pool(1);
  auto answer = pool.commit([](int x) { return x + 1; }, 41);
  assert(answer.get() == 42);
}
