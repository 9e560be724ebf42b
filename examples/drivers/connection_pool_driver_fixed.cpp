// fermata: holds
//
// A driver for a class: no connection at all, two clients that want one, and somebody who closes the pool.
#include "connection_pool_fixed.h"

#include <thread>

int main() {
  ConnectionPool pool(0);
  std::thread first([&] { pool.acquire(); });
  std::thread second([&] { pool.acquire(); });
  pool.close();
  first.join();
  second.join();
}
