// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Smart pointers as members and elements, and raw pointers beside them.

#include "../leak.h"
#include <memory>
#include <utility>
#include <vector>

struct Page {
  char *text;
  explicit Page(const char *s) : text(strdup(s)) {}
  Page(const Page &) = delete;
  Page &operator=(const Page &) = delete;
  ~Page() { free(text); }
};

struct Book {
  std::unique_ptr<Page> first;
  Page *last = nullptr;
};

struct Album {
  std::unique_ptr<Page> cover;
  Page *loose;
  Album() : cover(new Page("cover")), loose(new Page("loose")) {}
  ~Album() { delete loose; }
};

// DRIVE: member_ok()
void member_ok() {
  Book b;
  b.first.reset(new Page("a"));
}

// DRIVE: member_beside_bad()
void member_beside_bad() {
  Book b;
  b.first.reset(new Page("a"));
  b.last = new Page("b"); // LEAK
}

// DRIVE: member_moved_ok()
void member_moved_ok() {
  Book a, b;
  a.first = std::make_unique<Page>("a");
  b.first = std::move(a.first);
}

// DRIVE: member_released_bad()
void member_released_bad() {
  Book b;
  b.first.reset(new Page("a")); // LEAK(one-of member) missed-by(contradiction): on the way back too little is known of the object
  b.last = b.first.release(); // LEAK(one-of member)
}

// DRIVE: member_of_heap_ok()
void member_of_heap_ok() {
  Book *b = new Book;
  b->first.reset(new Page("a"));
  delete b;
}

// DRIVE: member_of_heap_bad()
void member_of_heap_bad() {
  Book *b = new Book; // LEAK
  b->first.reset(new Page("a")); // LEAK missed-by(contradiction): on the way back too little is known of the object
}

// DRIVE: both_members_ok()
void both_members_ok() { Album a; }

// DRIVE: deleted_beside_bad()
void deleted_beside_bad() {
  std::unique_ptr<int> p(new int(1));
  int *raw = p.get();
  delete raw;
} // DOUBLE-FREE missed-by(contradiction): only leaks are looked for

// DRIVE: reset_with_own_bad()
void reset_with_own_bad() {
  int *raw = new int(1);
  std::unique_ptr<int> p(raw);
  std::unique_ptr<int> q;
  q.reset(raw);
} // DOUBLE-FREE missed-by(contradiction): only leaks are looked for

// DRIVE: reset_with_other_ok()
void reset_with_other_ok() {
  int *raw = new int(1);
  std::unique_ptr<int> p(new int(2));
  p.reset(raw);
}

// DRIVE: replaced_ok(2)
void replaced_ok(int n) {
  std::unique_ptr<Page> p;
  for (int i = 0; i < n; i++)
    p = std::make_unique<Page>("x");
}

// DRIVE: replaced_after_release_bad(2)
void replaced_after_release_bad(int n) {
  std::unique_ptr<int> p(new int(0)); // LEAK missed-by(contradiction): on the way back too little is known of the object
  for (int i = 0; i < n; i++) {
    p.release();
    p.reset(new int(i)); // LEAK missed-by(contradiction, ownership): no path is found on which it is lost for certain
  }
}

// DRIVE: elements_ok()
void elements_ok() {
  std::vector<std::unique_ptr<Page>> v;
  v.push_back(std::make_unique<Page>("a"));
  v.emplace_back(new Page("b"));
}

// DRIVE: element_beside_bad()
void element_beside_bad() {
  std::vector<std::unique_ptr<int>> v;
  int *raw = new int(1); // LEAK
  v.push_back(std::make_unique<int>(*raw));
}

// DRIVE: element_released_bad()
void element_released_bad() {
  std::vector<std::unique_ptr<int>> v;
  v.push_back(std::make_unique<int>(1)); // LEAK(one-of element) missed-by(sat, fused, absint, ownership, valueflow, contradiction): what a container is given is out of danger
  v.back().release(); // LEAK(one-of element)
}

// DRIVE: assigned_ok()
void assigned_ok() {
  std::shared_ptr<Page> p = std::make_shared<Page>("a");
  std::shared_ptr<Page> q(new Page("b"));
  p = q;
  q = std::make_shared<Page>("c");
}

// DRIVE: swapped_shared_ok()
void swapped_shared_ok() {
  std::shared_ptr<int> p(new int(1)), q;
  p.swap(q);
}

// DRIVE: watched_ok()
int watched_ok() {
  std::weak_ptr<int> w;
  {
    std::shared_ptr<int> p(new int(1));
    w = p;
  }
  std::shared_ptr<int> q = w.lock();
  return q ? *q : 0;
}

// DRIVE: given_back_bad(new std::shared_ptr<int>(new int(1)))
int given_back_bad(std::shared_ptr<int> *p) {
  int value = **p;
  p->reset();
  delete p;
  int *mine = new int(value); // LEAK
  return *mine;
}
