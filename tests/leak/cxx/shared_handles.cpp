// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles that are shared pointers inside: copies, members, bases.

#include "../leak.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

class Value {
  struct Body {
    char *text;
    explicit Body(const char *s) : text(strdup(s)) {}
    Body(const Body &) = delete;
    ~Body() { free(text); }
  };

public:
  Value() = default;
  explicit Value(const char *s) : body_(std::make_shared<Body>(s)) {}
  static Value adopt(char *s) {
    Value v("");
    free(v.body_->text);
    v.body_->text = s;
    return v;
  }
  size_t size() const { return body_ && body_->text ? strlen(body_->text) : 0; }

private:
  std::shared_ptr<Body> body_;
};

// DRIVE: copied_ok()
size_t copied_ok() {
  Value a("a");
  Value b = a;
  a = Value("b");
  return a.size() + b.size();
}

// DRIVE: returned_ok("a")
Value returned_ok(const char *s) {
  Value a(s);
  return a;
}

// DRIVE: in_vector_ok()
size_t in_vector_ok() {
  std::vector<Value> all;
  all.push_back(Value("a"));
  all.emplace_back("b");
  return all[0].size();
}

// DRIVE: in_map_ok()
size_t in_map_ok() {
  std::map<std::string, Value> all;
  all["a"] = Value("a");
  all["a"] = Value("b");
  return all.size();
}

// DRIVE: adopted_ok()
size_t adopted_ok() {
  Value v = Value::adopt(strdup("a"));
  return v.size();
}

// DRIVE: adopted_twice_bad()
size_t adopted_twice_bad() {
  char *s = strdup("a");
  Value v = Value::adopt(s);
  Value w = Value::adopt(s);
  return v.size() + w.size();
} // DOUBLE-FREE missed-by(fused): what the last owner disposes of is a virtual call

struct Stream {
  virtual ~Stream() {}
  virtual int read() = 0;
};
class FileStream : public Stream {
public:
  explicit FileStream(FILE *f, bool close) : file_(f), close_(close) {}
  FileStream(const FileStream &) = delete;
  ~FileStream() override {
    if (close_)
      fclose(file_);
  }
  int read() override { return fgetc(file_); }

private:
  FILE *file_;
  bool close_;
};

class Input {
public:
  Input(FILE *f, bool close) : stream_(std::make_shared<FileStream>(f, close)) {}
  int read() { return stream_->read(); }

private:
  std::shared_ptr<Stream> stream_;
};

// DRIVE: closing_ok("/dev/null")
int closing_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  Input in(f, true);
  Input copy = in;
  return copy.read();
}

// DRIVE: not_closing_ok("/dev/null")
int not_closing_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  int c;
  {
    Input in(f, false);
    c = in.read();
  }
  fclose(f);
  return c;
}

// DRIVE: not_closing_bad("/dev/null")
int not_closing_bad(const char *name) {
  FILE *f = fopen(name, "r"); // LEAK missed-by(fused): what the last owner disposes of is a virtual call
  if (!f)
    return -1;
  Input in(f, false);
  return in.read();
}
