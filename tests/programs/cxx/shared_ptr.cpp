// fermata: holds
// The last of two owners, whichever it is, destroys the object, once.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> destroyed{0};

struct Connection {
  ~Connection() { ++destroyed; }
  int number = 7;
};

int main() {
  auto connection = std::make_shared<Connection>();
  std::weak_ptr<Connection> observer = connection;
  std::thread thread([connection] { assert(connection->number == 7); });
  connection.reset();
  thread.join();
  assert(destroyed == 1);
  assert(observer.expired());
  assert(observer.lock() == nullptr);
}
