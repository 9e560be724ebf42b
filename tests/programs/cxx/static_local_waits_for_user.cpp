// fermata: violated hang deadlock
// The constructor of a singleton waits for a thread that asks for the singleton.
#include <thread>

class Service {
 public:
  static Service& instance() {
    static Service service;
    return service;
  }

  void ping() { ++pings_; }

 private:
  Service() {
    std::thread warm_up([] { instance().ping(); });
    warm_up.join();
  }

  int pings_ = 0;
};

int main() { Service::instance().ping(); }
