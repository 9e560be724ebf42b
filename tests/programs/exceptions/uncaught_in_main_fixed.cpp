// fermata: holds
// The handler takes it.
#include <stdexcept>
#include <string>

void open(const std::string& name) {
  if (name != "known")
    throw std::runtime_error("no such file");
}

int main() {
  std::string name = "unknown";
  try {
    open(name);
  } catch (const std::exception&) {
    name.clear();
  }
}
