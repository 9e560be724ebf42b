// fermata: violated hang deadlock
//
// A service is a static variable of a function, made on first use. Its constructor starts a thread and waits until that is up;
// the thread asks for the service, and so waits until it has been made. Met, with the lock of the loader in place of the
// variable's, in tremotesf2 PR #191 and gbe_fork PR #611.
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
    if (Service::instance().port() == 80) up_.set_value();  // stuck here: it is not made yet
  });
  up_.get_future().wait();  // and here
}

Service& Service::instance() {
  static Service service;
  return service;
}

int main() { return Service::instance().port() == 80 ? 0 : 1; }
