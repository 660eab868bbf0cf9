// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where does the program start?  Reads the command line and runs the command;
// driver/pipeline.cpp is the first file to read.

#include "driver/pipeline.h"

int main(int argc, char **argv) { return wt::driver::run(argc, argv); }
