// fermata: unmodelled an exception where throw(...) says which ones there are
// fermata-clang: -std=c++14
// Exception specifications as C++98 had them.
void fails(int n) throw(char) {
  if (n) throw n;
}

int main() {
  try {
    fails(1);
  } catch (...) {
  }
}
