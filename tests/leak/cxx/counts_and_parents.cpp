// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conventions of ownership: parents that delete children, intrusive counts,
// pimpl, C interfaces in classes.

#include "../leak.h"
#include <memory>
#include <vector>

class Widget {
public:
  explicit Widget(Widget *parent = nullptr) : label_(strdup("w")) { // LEAK(one-of orphan)
    if (parent)
      parent->children_.push_back(this);
  }
  Widget(const Widget &) = delete;
  virtual ~Widget() {
    for (Widget *child : children_)
      delete child;
    free(label_);
  }
  size_t children() const { return children_.size(); }

private:
  char *label_;
  std::vector<Widget *> children_;
};

// DRIVE: child_ok()
size_t child_ok() {
  Widget top;
  new Widget(&top);
  return top.children();
}

// DRIVE: grandchild_ok()
size_t grandchild_ok() {
  auto top = std::make_unique<Widget>();
  Widget *child = new Widget(top.get());
  new Widget(child);
  return child->children();
}

// DRIVE: orphan_bad()
size_t orphan_bad() {
  Widget *w = new Widget; // LEAK(one-of orphan)
  return w->children();
}

class Counted {
public:
  Counted() : data_(new int(1)) {} // LEAK(one-of counted)
  Counted(const Counted &) = delete;
  void ref() { ++count_; }
  void unref() {
    if (--count_ == 0)
      delete this;
  }
  int value() const { return *data_; }

private:
  ~Counted() { delete data_; }
  int count_ = 1;
  int *data_;
};

// DRIVE: counted_ok()
int counted_ok() {
  Counted *c = new Counted;
  c->ref();
  int n = c->value();
  c->unref();
  c->unref();
  return n;
}

// DRIVE: counted_bad()
int counted_bad() {
  Counted *c = new Counted; // LEAK(one-of counted)
  c->ref();
  int n = c->value();
  c->unref();
  return n;
}

template <class T> class Ref {
public:
  explicit Ref(T *p) : p_(p) {}
  Ref(const Ref &o) : p_(o.p_) { p_->ref(); }
  Ref &operator=(const Ref &) = delete;
  ~Ref() { p_->unref(); }
  T *operator->() const { return p_; }

private:
  T *p_;
};

// DRIVE: by_handle_ok()
int by_handle_ok() {
  Ref<Counted> r(new Counted);
  Ref<Counted> s = r;
  return s->value();
}

class Session { // pimpl
public:
  Session();
  Session(const Session &) = delete;
  ~Session();
  int run(int n);

private:
  struct Impl;
  Impl *impl_;
};
struct Session::Impl {
  FILE *log = nullptr;
  char *name = strdup("s"); // LEAK(one-of session)
};
Session::Session() : impl_(new Impl) {} // LEAK(one-of session)
Session::~Session() {
  if (impl_->log)
    fclose(impl_->log);
  free(impl_->name);
  delete impl_;
}
int Session::run(int n) {
  if (!impl_->log)
    impl_->log = fopen("/dev/null", "w"); // LEAK(one-of session)
  return impl_->log ? fprintf(impl_->log, "%d", n) : -1;
}

// DRIVE: session_ok(1)
int session_ok(int n) {
  Session s;
  return s.run(n) + s.run(n);
}

// DRIVE: session_bad(1)
int session_bad(int n) {
  Session *s = new Session; // LEAK(one-of session)
  return s->run(n); // LEAK(indirect)
}
