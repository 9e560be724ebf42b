// JoinAll() sets the flag outside of the mutex under which workers test it.
// library: nbsdx/ThreadPool 08905cfc36d8bae308488c56c505e9aefa2bcb78
// fermata: violated hang
// fermata-clang: -I{library}
#include <ThreadPool.h>

int main() {
  nbsdx::concurrent::ThreadPool<1> pool;
  pool.JoinAll();
}
