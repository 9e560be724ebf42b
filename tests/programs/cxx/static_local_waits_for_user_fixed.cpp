// fermata: holds
// The twin of static_local_waits_for_user.cpp: the warm-up comes after the construction.
#include <atomic>
#include <thread>

class Service {
 public:
  static Service& instance() {
    static Service service;
    return service;
  }

  void ping() { ++pings_; }

 private:
  Service() = default;

  std::atomic<int> pings_{0};
};

int main() {
  std::thread warm_up([] { Service::instance().ping(); });
  Service::instance().ping();
  warm_up.join();
}
