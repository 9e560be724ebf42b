// fermata: holds
//
// The thread is given the service, and does not ask for it.
#include <future>
#include <thread>

class Service {
 public:
  static Service& instance();
  Service();
  ~Service() { thread_.join(); }
  int port() const { return port_; }

 private:
  int port_ = 80;
  std::promise<void> up_;
  std::thread thread_;
};

Service::Service() {
  thread_ = std::thread([this] {
    if (port() == 80) up_.set_value();
  });
  up_.get_future().wait();
}

Service& Service::instance() {
  static Service service;
  return service;
}

int main() { return Service::instance().port() == 80 ? 0 : 1; }
