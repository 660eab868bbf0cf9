// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers of owners: the elements go with the container, unless they were
// released.

#include "../leak.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

using Owner = std::unique_ptr<int>;

// DRIVE: deque_ok()
size_t deque_ok() {
  std::deque<Owner> d;
  d.push_back(std::make_unique<int>(1));
  d.push_front(Owner(new int(2)));
  d.pop_back();
  return d.size();
}

// DRIVE: map_ok()
size_t map_ok() {
  std::map<std::string, Owner> m;
  m["a"] = std::make_unique<int>(1);
  m["a"] = std::make_unique<int>(2);
  m.emplace("a", std::make_unique<int>(3));
  m.erase("a");
  return m.size();
}

// DRIVE: constructed_in_place_ok()
size_t constructed_in_place_ok() {
  std::vector<Owner> v;
  v.emplace_back(new int(1));
  return v.size();
}

// DRIVE: taken_out_ok()
int taken_out_ok() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(1));
  Owner p = std::move(v.back());
  v.pop_back();
  return *p;
}

// DRIVE: released_out_bad()
int released_out_bad() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(1)); // LEAK(one-of released) missed-by(fused): what a container is given is out of danger
  int *p = v.back().release(); // LEAK(one-of released)
  return *p;
}

// DRIVE: released_out_ok()
int released_out_ok() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(1));
  int *p = v.back().release();
  int n = *p;
  delete p;
  return n;
}

// DRIVE: viewed_bad()
void viewed_bad() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(1));
  delete v[0].get();
} // DOUBLE-FREE missed-by(fused): what a container is given is out of danger

// DRIVE: viewed_ok()
int viewed_ok() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(1));
  std::vector<int *> views;
  for (auto &p : v)
    views.push_back(p.get());
  return *views[0];
}

// DRIVE: two_owners_bad()
void two_owners_bad() {
  int *p = new int(1);
  std::vector<Owner> v;
  v.emplace_back(p);
  Owner q(p);
} // DOUBLE-FREE missed-by(fused): what a container is given is out of danger

// DRIVE: shared_elements_ok()
size_t shared_elements_ok() {
  std::list<std::shared_ptr<int>> l;
  auto p = std::make_shared<int>(1);
  l.push_back(p);
  l.push_back(p);
  l.remove(p);
  return l.size() + p.use_count();
}

// DRIVE: sorted_ok()
int sorted_ok() {
  std::vector<Owner> v;
  v.push_back(std::make_unique<int>(2));
  v.push_back(std::make_unique<int>(1));
  std::sort(v.begin(), v.end(),
            [](const Owner &a, const Owner &b) { return *a < *b; });
  return *v.front();
}

// DRIVE: with_queue_ok()
int with_queue_ok() {
  std::queue<Owner> q;
  q.push(std::make_unique<int>(1));
  Owner p = std::move(q.front());
  q.pop();
  return *p;
}

struct Node {
  std::vector<std::unique_ptr<Node>> children;
  char *name;
  explicit Node(const char *s) : name(strdup(s)) {} // LEAK(one-of tree)
  Node(const Node &) = delete;
  ~Node() { free(name); }
  Node *add(const char *s) {
    children.push_back(std::make_unique<Node>(s)); // LEAK(one-of tree)
    return children.back().get();
  }
};

// DRIVE: tree_ok()
size_t tree_ok() {
  Node root("root");
  root.add("a")->add("b");
  return root.children.size();
}

// DRIVE: tree_bad()
size_t tree_bad() {
  Node *root = new Node("root"); // LEAK(one-of tree)
  root->add("a");
  return root->children.size();
}
