// fermata: holds
//
// exception_drops_reply.cpp, repaired: who fails to answer says so.
#include <cstdio>
#include <future>
#include <map>
#include <stdexcept>
#include <thread>

class Server {
 public:
  std::future<int> request(int id) { return replies_[id].get_future(); }

  void answer(int id, int value) {
    try {
      replies_.at(id).set_value(parse(value));
    } catch (const std::exception& e) {
      std::printf("request %d failed: %s\n", id, e.what());
      replies_.at(id).set_exception(std::current_exception());
    }
  }

 private:
  static int parse(int value) {
    if (value < 0) throw std::invalid_argument("negative");
    return value;
  }

  std::map<int, std::promise<int>> replies_;
};

int main() {
  Server server;
  std::future<int> reply = server.request(1);
  std::thread network([&server] { server.answer(1, -5); });
  try {
    std::printf("%d\n", reply.get());
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  network.join();
}
