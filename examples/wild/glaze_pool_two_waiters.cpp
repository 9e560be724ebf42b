// "All is done" is signalled with notify_one, and two threads wait for it.
// library: stephenberry/glaze 2eeb21ddf292499a01e6dfdd13e451d7540e4676
// fermata: violated hang
// fermata-clang: -std=c++23 -I{library}/include
#include <glaze/thread/threadpool.hpp>

int main() {
  glz::pool pool(1);
  pool.emplace_back([] {});
  std::thread other([&] { pool.wait(); });
  pool.wait();
  other.join();
}
