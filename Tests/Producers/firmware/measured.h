// What a pin of the node would show, in a file.
#pragma once
#include <unistd.h>
#include <cmath>
#include <cstdio>
inline float measured(const char *what) {
  float value = NAN;
  if (FILE *file = fopen(what, "r")) {
    if (fscanf(file, "%f", &value) != 1) value = NAN;
    fclose(file);
  }
  return value;
}
