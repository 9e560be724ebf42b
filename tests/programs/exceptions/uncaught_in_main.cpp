// fermata: violated safety uncaught-exception at 9
// fermata-says: an exception of type 'std::runtime_error' is not caught: no such file
// Nobody catches it. The report shows where it was thrown and what it says.
#include <stdexcept>
#include <string>

void open(const std::string& name) {
  if (name != "known")
    throw std::runtime_error("no such file");  // fails here
}

int main() {
  std::string name = "unknown";
  try {
    open(name);
  } catch (const std::logic_error&) {
    name.clear();
  }
}
