// fermata: holds
// Several threads wait for one result, and each may ask again.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> all = promise.get_future().share();
  std::thread one([all] { assert(all.get() == 5 && all.get() == 5); });
  std::thread setter([&promise] { promise.set_value(5); });
  assert(all.get() == 5);
  one.join();
  setter.join();
}
