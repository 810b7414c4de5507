// Words, patterns and texts of the contract: C++11, without heap.
#pragma once

#include <stdlib.h>

#include "json.h"

namespace loam {

// One of a list after the other; empty behind the last.
inline Text wordAt(const char *&list, char between = ' ') {
  Text word;
  word.begin = list;
  while (*list && *list != between && *list != '|') list++;
  word.end = list;
  if (*list == between) list++;
  return word;
}

// The place of a text among these words; -1 where it is none of them.
inline int place(const Text &text, const char *words) {
  int i = 0;
  for (const char *rest = words; *rest && *rest != '|'; i++) {
    const Text word = wordAt(rest);
    if (text.is(word.begin, size_t(word.end - word.begin))) return i;
  }
  return -1;
}

inline bool isHidden(uint32_t c) {
  return c != '\n' && (c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069));
}

// Whether a scalar goes on with the emoji before it. What Unicode 15 says of other scripts is not looked at.
inline bool isJoined(uint32_t before, uint32_t c, int flags) {
  const bool extends = (c >= 0x300 && c <= 0x36f) || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x1f3fb && c <= 0x1f3ff) ||
                       (c >= 0xe0020 && c <= 0xe007f) || c == 0x200d || c == 0x20e3;
  return extends || (before == 0x200d && c >= 0x2000) || (c >= 0x1f1e6 && c <= 0x1f1ff && flags == 1);
}

struct Measure {
  int scalars = 0, bytes = 0, graphemes = 0;
  bool isShown = true;

  explicit Measure(const Text &text) {
    uint32_t before = 0;
    for (const char *p = text.begin; p < text.end; scalars++) {
      const uint32_t c = scalar(p, text.end);
      bytes += int(utf8Count(c));
      isShown = isShown && !isHidden(c);
      flags = c >= 0x1f1e6 && c <= 0x1f1ff ? flags + 1 : 0;
      graphemes += scalars == 0 || !isJoined(before, c, flags - 1);
      before = c;
    }
  }

 private:
  int flags = 0;
};

inline bool isInClass(uint32_t c, const char *begin, const char *end) {
  for (const char *p = begin; p < end; p++) {
    const bool isRange = end - p > 2 && p[1] == '-';
    if (c >= uint8_t(*p) && c <= uint8_t(isRange ? p[2] : *p)) return true;
    p += isRange ? 2 : 0;
  }
  return false;
}

// Whether a text has the form: characters and classes in brackets, each with `{n}` or `{n,m}` behind it or not, up to `|`, `)` or `$`.
inline bool matches(const Text &text, const char *pattern) {
  const char *p = text.begin;
  while (*pattern != '|' && *pattern != ')' && *pattern != '$') {
    pattern += *pattern == '\\';
    const char *first = pattern, *past = pattern + 1;
    if (*pattern == '[' && pattern[-1] != '\\') first++, past = strchr(pattern, ']');
    pattern = past + (*past == ']');
    long low = 1, high = 1;
    if (*pattern == '{') {
      char *rest;
      low = high = strtol(pattern + 1, &rest, 10);
      if (*rest == ',') high = strtol(rest + 1, &rest, 10);
      pattern = rest + 1;
    }
    long count = 0;
    for (; count < high && p < text.end; count++) {
      const char *next = p;
      if (!isInClass(scalar(next, text.end), first, past)) break;
      p = next;
    }
    if (count < low) return false;
  }
  return p == text.end;
}

inline bool hasForm(const Text &text, const char *pattern) {
  const char *p = pattern + 1;
  p += *p == '(';
  while (p) {
    if (matches(text, p)) return true;
    p = strchr(p, '|');
    if (p) p++;
  }
  return false;
}

// How many bytes a base64 (RFC 4648 section 4) is of; -1 where it is none.
inline int base64Count(const Text &text) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  int count = 0, padding = 0, last = 0;
  for (const char *p = text.begin; p < text.end; count++) {
    const uint32_t c = scalar(p, text.end);
    const char *digit = c && c < 0x80 ? strchr(digits, int(c)) : nullptr;
    if (c == '=') {
      padding++;
    } else if (!digit || padding) {
      return -1;
    } else {
      last = int(digit - digits);
    }
  }
  // Bits behind the last byte are 0.
  const bool isWhole = count % 4 == 0 && padding <= 2 && (last & (padding == 2 ? 15 : padding == 1 ? 3 : 0)) == 0;
  return isWhole ? count / 4 * 3 - padding : -1;
}

}  // namespace loam
