// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that register themselves, parents that delete their children or
// forget them, bases without a virtual destructor.

#include "../leak.h"
#include <memory>
#include <string>
#include <vector>

class Widget {
public:
  explicit Widget(Widget *parent) {
    if (parent)
      parent->children_.push_back(this);
  }
  Widget(const Widget &) = delete;
  virtual ~Widget() {
    for (Widget *child : children_)
      delete child;
  }

private:
  std::vector<Widget *> children_;
};
class Button : public Widget {
public:
  Button(Widget *parent, const char *text) : Widget(parent), text_(text) {}
  size_t length() const { return text_.size(); }

private:
  std::string text_;
};

// DRIVE: child_ok()
size_t child_ok() {
  Widget top(nullptr);
  Button *b = new Button(&top, "ok");
  return b->length();
}

// DRIVE: orphan_bad()
size_t orphan_bad() {
  Button *b = new Button(nullptr, "ok"); // LEAK
  return b->length();
}

class Listener {
public:
  virtual ~Listener() {}
  virtual void hear() {}
};
class Speaker {
public:
  void add(Listener *l) { listeners_.push_back(l); }
  void speak() {
    for (Listener *l : listeners_)
      l->hear();
  }

private:
  std::vector<Listener *> listeners_;
};

// DRIVE: listener_bad()
void listener_bad() {
  Speaker s;
  s.add(new Listener); // LEAK
  s.speak();
}

// DRIVE: listener_ok()
void listener_ok() {
  Listener local;
  Speaker s;
  s.add(&local);
  s.speak();
}

// DRIVE: listener_deleted_ok()
void listener_deleted_ok() {
  Speaker s;
  Listener *l = new Listener;
  s.add(l);
  s.speak();
  delete l;
}

struct Plain {
  int kind = 0;
  ~Plain() {}
};
struct Named : Plain {
  char *name;
  explicit Named(const char *s) : name(strdup(s)) {} // LEAK(one-of named) missed-by(fused): a base without a virtual destructor is deleted by an element
  Named(const Named &) = delete;
  ~Named() { free(name); }
};

// DRIVE: plain_elements_bad()
size_t plain_elements_bad() {
  std::vector<std::unique_ptr<Plain>> v;
  v.push_back(std::make_unique<Named>("a")); // LEAK(one-of named)
  return v.size();
}

// DRIVE: named_elements_ok()
size_t named_elements_ok() {
  std::vector<std::unique_ptr<Named>> v;
  v.push_back(std::make_unique<Named>("a"));
  return v.size();
}

class Registry {
public:
  ~Registry() {
    for (auto *p : all_)
      delete p;
  }
  int *make(int n) {
    all_.push_back(new int(n));
    return all_.back();
  }

private:
  std::vector<int *> all_;
};

// DRIVE: registry_ok()
int registry_ok() {
  Registry r;
  int *p = r.make(1);
  return *p;
}

// DRIVE: registry_bad()
void registry_bad() {
  Registry r;
  delete r.make(1);
} // DOUBLE-FREE missed-by(fused): which element comes out is not known

static Registry &global_registry() {
  static Registry *r = new Registry;
  return *r;
}

// DRIVE: singleton_ok()
int singleton_ok() { return *global_registry().make(2); }
