// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The path decides (after the examples of Xie and Aiken, ESEC/FSE 2005): error
// returns, guarded frees, stack or heap, covert allocators, misread interfaces.

#include "../leak.h"

static int hex_digit(int c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'W' : -1;
}

// DRIVE: free(error_return_bad("7f")); free(error_return_bad("zz"))
unsigned char *error_return_bad(const char *text) {
  unsigned char *byte = malloc(1); // LEAK
  if (!byte)
    return NULL;
  int high = hex_digit(text[0]), low = hex_digit(text[1]);
  if (high < 0 || low < 0)
    return NULL;
  *byte = (unsigned char)(high << 4 | low);
  return byte;
}

// DRIVE: free(error_return_ok("7f")); free(error_return_ok("zz"))
unsigned char *error_return_ok(const char *text) {
  unsigned char *byte = malloc(1);
  if (!byte)
    return NULL;
  int high = hex_digit(text[0]), low = hex_digit(text[1]);
  if (high < 0 || low < 0) {
    free(byte);
    return NULL;
  }
  *byte = (unsigned char)(high << 4 | low);
  return byte;
}

// DRIVE: guarded_free_ok("a", 0); guarded_free_ok("a", 1)
void guarded_free_ok(const char *title, int wide) {
  char *line = wide ? strdup(title) : NULL;
  puts(line != NULL ? line : title);
  if (line != NULL)
    free(line);
}

// DRIVE: guarded_free_bad("a", 1)
void guarded_free_bad(const char *title, int wide) {
  char *line = wide ? strdup(title) : NULL; // LEAK
  puts(line != NULL ? line : title);
  if (line == NULL)
    free(line);
}

// DRIVE: fastbuf_ok("short"); fastbuf_ok("a line of twenty-odd characters")
int fastbuf_ok(const char *text) {
  char fastbuf[16], *p;
  size_t need = strlen(text) + 1;
  if (need <= sizeof fastbuf)
    p = fastbuf;
  else if (!(p = malloc(need)))
    return -1;
  memcpy(p, text, need);
  int last = p[need - 1];
  if (p != fastbuf)
    free(p);
  return last;
}

// DRIVE: fastbuf_bad("a line of twenty-odd characters")
int fastbuf_bad(const char *text) {
  char fastbuf[16], *p;
  size_t need = strlen(text) + 1;
  if (need <= sizeof fastbuf)
    p = fastbuf;
  else if (!(p = malloc(need))) // LEAK
    return -1;
  memcpy(p, text, need);
  if (p[0] == 'a')
    return 'a';
  if (p != fastbuf)
    free(p);
  return 0;
}

// DRIVE: leave_domain_bad("nodot")
int leave_domain_bad(const char *hostname) {
  char *host = strdup(hostname); // LEAK
  if (!host)
    return -1;
  char *dot = strchr(host, '.');
  if (!dot)
    return -2;
  *dot = '\0';
  puts(host);
  free(host);
  return 0;
}

static char *long_name(const char *folder, const char *file) {
  size_t size = strlen(folder) + strlen(file) + 2;
  char *name = malloc(size);
  if (name)
    snprintf(name, size, "%s/%s", folder, file);
  return name;
}

// DRIVE: covert_allocator_bad("a", "b", 0); covert_allocator_bad("a", "b", 1)
void covert_allocator_bad(const char *folder, const char *file, int hidden) {
  char *name = long_name(folder, file); // LEAK
  if (hidden || !name)
    return;
  puts(name);
}

// DRIVE: covert_allocator_ok("a", "b", 0); covert_allocator_ok("a", "b", 1)
void covert_allocator_ok(const char *folder, const char *file, int hidden) {
  char *name = long_name(folder, file);
  if (!hidden && name)
    puts(name);
  free(name);
}

static struct {
  char name[8];
} trusted[4];

static int trusted_delete(const char *name) {
  for (int i = 0; i < 4; i++)
    if (strcmp(trusted[i].name, name) == 0) {
      trusted[i].name[0] = '\0';
      return 1;
    }
  return 0;
}

// DRIVE: misread_interface_bad("x"); misread_interface_bad("")
int misread_interface_bad(const char *argument) {
  char *domain = strdup(argument); // LEAK
  if (!domain)
    return -1;
  if (!trusted_delete(domain))
    return -1;
  return 0;
}
