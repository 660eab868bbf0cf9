// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cache of loaded texts.  `put` drops the text it replaces, and `load` loses
// its buffer when the parser throws.
//
//   watertight check examples/cache.cpp

#include <cstdio>
#include <cstring>
#include <stdexcept>

struct Text {
  char *data;
  explicit Text(const char *s) : data(new char[std::strlen(s) + 1]) {
    std::strcpy(data, s);
  }
  ~Text() { delete[] data; }
  Text(const Text &) = delete;
  Text &operator=(const Text &) = delete;
};

class Cache {
public:
  ~Cache() {
    for (Text *text : texts_)
      delete text;
  }
  void put(unsigned slot, Text *text) {
    texts_[slot % 4] = text; // what was there before is lost
  }
  const Text *get(unsigned slot) const { return texts_[slot % 4]; }

private:
  Text *texts_[4] = {};
};

static void parse(const char *source) {
  if (std::strchr(source, '\t'))
    throw std::invalid_argument("tabs are not allowed");
}

static Text *load(const char *source) {
  Text *text = new Text(source);
  parse(text->data); // may throw: text is lost
  return text;
}

int main(int argc, char **argv) {
  Cache cache;
  for (int i = 1; i < argc; i++) {
    try {
      cache.put(i, load(argv[i]));
    } catch (const std::exception &error) {
      std::fprintf(stderr, "%s: %s\n", argv[i], error.what());
    }
  }
  if (const Text *text = cache.get(0))
    std::puts(text->data);
  return 0;
}
