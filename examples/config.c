// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reader of `key = value` lines with leaks of the kind that reviews miss: an
// early return, an error path of two resources, and an object that is freed in a
// loop without its field.
//
//   watertight check examples/config.c

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
  char *host;
  int port;
};

static int set_port(struct config *config, const char *value) {
  char *copy = strdup(value);
  if (!copy)
    return -1;
  char *end;
  long port = strtol(copy, &end, 10);
  if (*end != '\0' || port <= 0 || port > 65535)
    return -1; // copy is lost
  config->port = (int)port;
  free(copy);
  return 0;
}

static int set_host(struct config *config, const char *value) {
  free(config->host);
  config->host = strdup(value);
  return config->host ? 0 : -1;
}

static int read_line(struct config *config, char *line) {
  line[strcspn(line, "\n")] = '\0';
  char *equals = strchr(line, '=');
  if (!equals)
    return -1;
  *equals = '\0';
  if (strcmp(line, "port") == 0)
    return set_port(config, equals + 1);
  if (strcmp(line, "host") == 0)
    return set_host(config, equals + 1);
  return -1;
}

struct config *config_read(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file)
    return NULL;
  struct config *config = calloc(1, sizeof *config);
  if (!config)
    return NULL; // file stays open
  config->host = strdup("localhost");
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, file) > 0) {
    if (read_line(config, line) != 0) {
      free(config); // config->host is lost
      config = NULL;
      break;
    }
  }
  free(line);
  fclose(file);
  return config;
}

void config_free(struct config *config) {
  if (!config)
    return;
  free(config->host);
  free(config);
}

int main(int argc, char **argv) {
  struct config *config = config_read(argc > 1 ? argv[1] : "config.txt");
  if (!config) {
    fputs("cannot read the configuration\n", stderr);
    return 1;
  }
  printf("%s:%d\n", config->host, config->port);
  config_free(config);
  return 0;
}
