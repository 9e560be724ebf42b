// fermata: violated hang deadlock at 38
//
// A server keeps the promises of requests in a table until it answers them. If a request fails, the handler logs it and
// forgets the promise, which is still in the table: it is neither set nor broken (LM-Engine #71, google-cloud-cpp
// #13314, djinni PR #187). The client waits for ever.
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
    std::printf("%d\n", reply.get());  // stuck here
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  network.join();
}
