// fermata: violated hang deadlock
//
// Two locks in two orders (ladybug PR #605, jubatus #180, opentelemetry-cpp PR #4603). Each
// function is fine by itself; run together, `rename` holds the catalog and wants the index while
// `rebuild_index` holds the index and wants the catalog.
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Library {
 public:
  void rename(int id, const std::string& title) {
    std::lock_guard<std::mutex> catalog_guard(catalog_mutex_);
    std::string old_title = titles_[id];
    titles_[id] = title;
    std::lock_guard<std::mutex> index_guard(index_mutex_);
    index_.erase(old_title);
    index_[title] = id;
  }

  void rebuild_index() {
    std::lock_guard<std::mutex> index_guard(index_mutex_);
    index_.clear();
    std::lock_guard<std::mutex> catalog_guard(catalog_mutex_);
    for (const auto& [id, title] : titles_) index_[title] = id;
  }

 private:
  std::mutex catalog_mutex_;
  std::map<int, std::string> titles_;
  std::mutex index_mutex_;
  std::map<std::string, int> index_;
};

int main() {
  Library library;
  std::thread librarian([&library] { library.rename(1, "Emma"); });
  library.rebuild_index();
  librarian.join();
}
