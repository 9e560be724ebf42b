// fermata: holds
//
// The library of lock_order_across_two_functions.cpp, repaired: whoever needs both locks takes
// them together, and std::scoped_lock sees to it that this cannot deadlock.
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Library {
 public:
  void rename(int id, const std::string& title) {
    std::scoped_lock guard(catalog_mutex_, index_mutex_);
    std::string old_title = titles_[id];
    titles_[id] = title;
    index_.erase(old_title);
    index_[title] = id;
  }

  void rebuild_index() {
    std::scoped_lock guard(index_mutex_, catalog_mutex_);
    index_.clear();
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
