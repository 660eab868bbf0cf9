// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes, new and delete.

#include <cstring>

struct Box {
  char *text;
  explicit Box(const char *s);
  ~Box();
};

//= this->text is new new[]
Box::Box(const char *s) : text(new char[std::strlen(s) + 1]) {
  std::strcpy(text, s);
}

//= frees this->text
Box::~Box() { delete[] text; }

//= result is new new
//= result->text is new new[]
Box *make(const char *s) { return new Box(s); }

//= frees b
//= frees b->text
void destroy(Box *b) { delete b; }

//= nothing
int length(const char *s) {
  Box box(s);
  return static_cast<int>(std::strlen(box.text));
}

struct Shape {
  virtual ~Shape() {}
  virtual Shape *clone() const = 0;
};
struct Circle : Shape {
  double r = 1;
  Shape *clone() const override;
};
struct Square : Shape {
  double a = 1;
  Shape *clone() const override;
};

//= result is new new
Shape *Circle::clone() const { return new Circle(*this); }
//= result is new new
Shape *Square::clone() const { return new Square(*this); }
//= result is new new
Shape *any_clone(const Shape *s) { return s->clone(); }
