// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A record that owns a handle gives it to a stream: from then on the stream
// closes it.

#include "../leak.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

struct source {
  int handle;
};

static FILE *stream_of(struct source *source) {
  FILE *out = fdopen(source->handle, "r");
  if (out)
    source->handle = -1;
  return out;
}

// DRIVE: read_as_stream_ok("/dev/null")
int read_as_stream_ok(const char *name) {
  struct source source;
  source.handle = open(name, O_RDONLY);
  if (source.handle < 0)
    return -1;
  FILE *stream = stream_of(&source);
  if (!stream) {
    close(source.handle);
    return -1;
  }
  int first = getc(stream);
  fclose(stream);
  return first;
}

// DRIVE: read_as_stream_bad("/dev/null")
int read_as_stream_bad(const char *name) {
  struct source source;
  source.handle = open(name, O_RDONLY);
  if (source.handle < 0)
    return -1;
  FILE *stream = stream_of(&source); // LEAK
  if (!stream) {
    close(source.handle);
    return -1;
  }
  return getc(stream);
}
