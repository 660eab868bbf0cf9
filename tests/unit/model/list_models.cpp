// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions have a shipped model?  One name per line, for
// coverage_test.py.  With names as arguments: what their models say.

#include "model/describe.h"
#include "model/models.h"

#include <cstdio>

int main(int argc, char **argv) {
  auto models = wt::model::load_models();
  if (!models) {
    std::fprintf(stderr, "%s\n", models.error().text().c_str());
    return 1;
  }
  for (int i = 1; i < argc; ++i) {
    const wt::model::FunctionModel *model = (*models)->find(argv[i], argv[i]);
    std::printf("%s\n%s", argv[i],
                model ? describe(*model, **models).c_str() : "no model\n");
  }
  if (argc == 1)
    for (const std::string &name : wt::model::model_names(**models))
      std::puts(name.c_str());
  return 0;
}
