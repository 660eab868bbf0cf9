// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers two levels down: containers in containers, records and pairs in
// containers.

#include "../leak.h"
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Row = std::vector<int *>;

// DRIVE: rows_bad()
size_t rows_bad() {
  std::vector<Row> rows;
  Row row;
  row.push_back(new int(1)); // LEAK
  rows.push_back(row);
  return rows.size();
}

// DRIVE: rows_ok()
void rows_ok() {
  std::vector<Row> rows;
  Row row;
  row.push_back(new int(1));
  rows.push_back(row);
  for (Row &r : rows)
    for (int *p : r)
      delete p;
}

// DRIVE: grouped_bad()
size_t grouped_bad() {
  std::map<std::string, Row> groups;
  groups["a"].push_back(new int(1)); // LEAK missed-by(fused): containers in containers
  return groups.size();
}

// DRIVE: grouped_ok()
void grouped_ok() {
  std::map<std::string, Row> groups;
  groups["a"].push_back(new int(1));
  for (auto &group : groups)
    for (int *p : group.second)
      delete p;
}

// DRIVE: heap_rows_bad()
size_t heap_rows_bad() {
  std::vector<Row *> rows;
  rows.push_back(new Row);
  rows[0]->push_back(new int(1)); // LEAK
  size_t n = rows.size();
  for (Row *row : rows)
    delete row;
  return n;
}

// DRIVE: heap_rows_ok()
void heap_rows_ok() {
  std::vector<Row *> rows;
  rows.push_back(new Row);
  rows[0]->push_back(new int(1));
  for (Row *row : rows) {
    for (int *p : *row)
      delete p;
    delete row;
  }
}

struct Entry {
  char *name;
  int count;
};

// DRIVE: entries_bad()
size_t entries_bad() {
  std::vector<Entry> v;
  v.push_back({strdup("a"), 1}); // LEAK
  return v.size();
}

// DRIVE: entries_ok()
void entries_ok() {
  std::vector<Entry> v;
  v.push_back({strdup("a"), 1});
  for (Entry &e : v)
    free(e.name);
}

// DRIVE: two_keys_bad()
size_t two_keys_bad() {
  std::map<int, std::map<int, char *>> m;
  m[1][2] = strdup("a"); // LEAK
  return m.size();
}

// DRIVE: two_keys_ok()
void two_keys_ok() {
  std::map<int, std::map<int, char *>> m;
  m[1][2] = strdup("a");
  free(m[1][2]);
}

// DRIVE: paired_bad()
size_t paired_bad() {
  std::vector<std::pair<int, char *>> v;
  v.emplace_back(1, strdup("a")); // LEAK
  return v.size();
}

// DRIVE: paired_ok()
void paired_ok() {
  std::vector<std::pair<int, char *>> v;
  v.emplace_back(1, strdup("a"));
  for (auto &entry : v)
    free(entry.second);
}

static std::list<char *> words() {
  std::list<char *> l;
  l.push_back(strdup("a"));
  l.push_back(strdup("b"));
  return l;
}

// DRIVE: returned_bad()
size_t returned_bad() {
  return words().size(); // LEAK
}

// DRIVE: returned_ok()
void returned_ok() {
  for (char *s : words())
    free(s);
}
