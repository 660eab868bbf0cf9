// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members that are made, handed round and freed by nobody, far from the place
// where the object that has them is destroyed.

#include "../leak.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

struct View {
  const char *text = nullptr;
  long length = 0;
};

class Source {
public:
  virtual ~Source() = default;
  virtual View read(char *into, long most) = 0;
};

class Zeros : public Source {
public:
  View read(char *into, long most) override {
    memset(into, 0, (size_t)most);
    return {into, most};
  }
};

// Callers get a view of the block, which nobody frees.
class Reader {
public:
  explicit Reader(Source *source)
      : source_(source), block_(new char[64]) {} // LEAK(one-of reader) missed-by(valueflow): a view counts as a holder
  ~Reader() {}
  long next() {
    view_ = source_->read(block_, 64);
    return view_.length;
  }

private:
  Source *source_;
  char *block_;
  View view_;
};

class FreeingReader {
public:
  explicit FreeingReader(Source *source)
      : source_(source), block_(new char[64]) {}
  ~FreeingReader() { delete[] block_; }
  long next() {
    view_ = source_->read(block_, 64);
    return view_.length;
  }

private:
  Source *source_;
  char *block_;
  View view_;
};

// The file is opened by who makes the object.
class File {
public:
  explicit File(int fd) : fd_(fd) {}
  ~File() {}
  bool is_empty() {
    char byte;
    return read(fd_, &byte, 1) <= 0;
  }

private:
  int fd_;
};

class ClosingFile {
public:
  explicit ClosingFile(int fd) : fd_(fd) {}
  ~ClosingFile() { close(fd_); }
  bool is_empty() {
    char byte;
    return read(fd_, &byte, 1) <= 0;
  }

private:
  int fd_;
};

// Somebody else takes the name before the object goes.
struct Named {
  char *name;
};

char *taken(Named *from) {
  char *name = from->name;
  from->name = nullptr;
  return name;
}

// Made and destroyed by functions that know nothing of each other.
struct Session {
  char *user;
};
Session *session;

} // namespace

// DRIVE: started_bad("a"); ended_bad()
void started_bad(const char *user) {
  session = new Session;
  session->user = strdup(user); // LEAK missed-by(sat, absint, valueflow, contradiction): what holds it is destroyed elsewhere
}
void ended_bad() {
  delete session;
  session = nullptr;
}

// DRIVE: read_bad()
long read_bad() {
  Zeros zeros;
  Reader *reader = new Reader(&zeros); // LEAK(one-of reader)
  long length = reader->next();
  delete reader;
  return length;
}

// DRIVE: read_ok()
long read_ok() {
  Zeros zeros;
  FreeingReader *reader = new FreeingReader(&zeros);
  long length = reader->next();
  delete reader;
  return length;
}

File *opened_bad(const char *name) {
  int fd = open(name, O_RDONLY); // LEAK(one-of file)
  return fd < 0 ? nullptr : new File(fd);
}

ClosingFile *opened_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  return fd < 0 ? nullptr : new ClosingFile(fd);
}

// DRIVE: is_empty_bad("/dev/null")
bool is_empty_bad(const char *name) {
  File *file = opened_bad(name); // LEAK(one-of file)
  bool is_empty = file != nullptr && file->is_empty();
  delete file;
  return is_empty;
}

// DRIVE: is_empty_ok("/dev/null")
bool is_empty_ok(const char *name) {
  ClosingFile *file = opened_ok(name);
  bool is_empty = file != nullptr && file->is_empty();
  delete file;
  return is_empty;
}

// DRIVE: taken_ok("a")
int taken_ok(const char *text) {
  Named *named = new Named{strdup(text)};
  char *name = taken(named);
  delete named;
  int letter = name != nullptr ? name[0] : 0;
  free(name);
  return letter;
}
