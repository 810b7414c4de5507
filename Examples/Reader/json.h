// JSON (RFC 8259) in a payload, without heap and without a copy: C++11, for a microcontroller. First all of it is checked once, as strictly
// as the bridge does: UTF-8, escapes, the depth, no key twice. What walks over it afterwards can rely on that.
#pragma once

#include <stdint.h>
#include <string.h>

namespace loam {

// MARK: Text

constexpr uint32_t noScalar = 0xffffffff;

inline uint32_t hex4(const char *&p, const char *end) {
  uint32_t unit = 0;
  if (end - p < 4) return noScalar;
  for (int i = 0; i < 4; i++, p++) {
    const char c = *p;
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return noScalar;
    unit = unit * 16 + uint32_t(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
  }
  return unit;
}

inline uint32_t escaped(const char *&p, const char *end) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char c = *p++;
  if (const char *found = c ? strchr(letters, c) : nullptr) return uint8_t(meant[found - letters]);
  if (c != 'u') return noScalar;
  const uint32_t unit = hex4(p, end);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  if (unit > 0xdbff || end - p < 6 || p[0] != '\\' || p[1] != 'u') return noScalar;
  p += 2;
  const uint32_t low = hex4(p, end);
  return low < 0xdc00 || low > 0xdfff ? noScalar : 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

// The next Unicode scalar of a JSON string, written as UTF-8 or escaped; `noScalar` where it is none.
inline uint32_t scalar(const char *&p, const char *end) {
  const uint8_t first = uint8_t(*p++);
  if (first == '\\') return p < end ? escaped(p, end) : noScalar;
  if (first < 0x80) return first < 0x20 ? noScalar : first;
  const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  if (first < 0xc2 || first > 0xf4 || end - p < more) return noScalar;
  uint32_t c = first & (0x3fu >> more);
  for (int i = 0; i < more; i++, p++) {
    if ((uint8_t(*p) & 0xc0) != 0x80) return noScalar;
    c = c << 6 | (uint8_t(*p) & 0x3fu);
  }
  const bool isShortest = more == 1 || c >= (more == 2 ? 0x800u : 0x10000u);
  return isShortest && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff) ? c : noScalar;
}

constexpr size_t utf8Count(uint32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// What stands between two quotes.
struct Text {
  const char *begin = nullptr, *end = nullptr;

  bool is(const char *word, size_t size) const {
    const char *p = begin;
    for (size_t i = 0; i < size; i++) {
      if (p >= end || scalar(p, end) != uint8_t(word[i])) return false;
    }
    return p == end;
  }
  bool is(const Text &other) const {
    const char *p = begin, *q = other.begin;
    while (p < end && q < other.end) {
      if (scalar(p, end) != scalar(q, other.end)) return false;
    }
    return p == end && q == other.end;
  }
  // As UTF-8, as much of it as fits, with its NUL.
  void copy(char *to, size_t size) const {
    size_t n = 0;
    for (const char *p = begin; p < end;) {
      const uint32_t c = scalar(p, end);
      const size_t need = utf8Count(c);
      if (n + need >= size) break;
      for (size_t i = need; i-- > 1;) to[n + i] = char(0x80 | (c >> 6 * (need - 1 - i) & 0x3f));
      to[n] = char(need == 1 ? c : (0xf00u >> need & 0xf0u) | c >> 6 * (need - 1));
      n += need;
    }
    to[n] = '\0';
  }
};

// MARK: Values

inline const char *pastSpace(const char *p, const char *end) {
  while (p < end && (*p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) p++;
  return p;
}

// A value as it stands in the payload; a string with its quotes.
struct JSON {
  char kind = 0;  // 0 absent, '{', '[', '"', 'n' number, 't' true, 'f' false, '0' null
  const char *begin = nullptr, *end = nullptr;

  bool isThere() const { return kind != 0 && kind != '0'; }
  Text text() const {
    Text text;
    if (kind == '"') text.begin = begin + 1, text.end = end - 1;
    return text;
  }
};

inline char kindOf(char c) { return c == '-' || (c >= '0' && c <= '9') ? 'n' : c == 'n' ? '0' : c; }

inline const char *pastString(const char *p) {
  for (p++; *p != '"'; p++) p += *p == '\\';
  return p + 1;
}

// The value that begins here, in JSON that was checked.
inline JSON checked(const char *begin, const char *end) {
  JSON value;
  value.kind = kindOf(*begin);
  value.begin = begin;
  int depth = 0;
  for (const char *p = begin; p < end;) {
    const bool isClosed = *p == '}' || *p == ']';
    if (depth == 0 && (isClosed || *p == ',' || *p == ' ' || *p == '\n' || *p == '\t' || *p == '\r')) break;
    depth += *p == '{' || *p == '[';
    depth -= isClosed;
    p = *p == '"' ? pastString(p) : p + 1;
    value.end = p;
    if (depth == 0 && value.kind != 'n' && value.kind != 't' && value.kind != 'f' && value.kind != '0') break;
  }
  return value;
}

// Goes over the members of an object or the items of a list, in JSON that was checked.
struct Members {
  Text key;
  JSON value;

  explicit Members(const JSON &whole) : isObject(whole.kind == '{'), at(whole.begin), end(whole.end) {}

  bool next() {
    if (at >= end) return false;
    at = pastSpace(at + 1, end);
    if (at >= end || *at == '}' || *at == ']') return at = end, false;
    if (isObject) {
      const char *past = pastString(at);
      key.begin = at + 1;
      key.end = past - 1;
      at = pastSpace(pastSpace(past, end) + 1, end);
    }
    value = checked(at, end);
    at = pastSpace(value.end, end);
    return true;
  }

 private:
  bool isObject;
  const char *at, *end;
};

// MARK: The check

// What is not JSON leaves `isFine` false for good.
struct Check {
  const char *at, *end;
  bool isFine = true;

  Check(const char *first, const char *past) : at(first), end(past) {}

  bool fail() { return isFine = false; }
  char peek() {
    at = pastSpace(at, end);
    return at < end ? *at : '\0';
  }
  bool take(char c) { return peek() == c && at < end ? (at++, true) : fail(); }
  bool take(const char *word) {
    const size_t n = strlen(word);
    return size_t(end - at) >= n && !memcmp(at, word, n) ? (at += n, true) : fail();
  }
  bool digits() {
    const char *first = at;
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at > first || fail();
  }
  bool number() {
    if (*at == '-') at++;
    if (at < end && *at == '0') {
      at++;
    } else if (!digits()) {
      return false;
    }
    if (at < end && *at == '.' && (at++, !digits())) return false;
    if (at < end && (*at == 'e' || *at == 'E')) {
      at++;
      if (at < end && (*at == '+' || *at == '-')) at++;
      return digits();
    }
    return true;
  }
  bool string() {
    at++;
    while (at < end && *at != '"') {
      if (scalar(at, end) == noScalar) return fail();
    }
    return at < end ? (at++, true) : fail();
  }
  bool inside(char close, int depth) {
    const char *first = at++;
    if (depth == 0) return fail();
    for (bool isFirst = true; isFine && peek() != close; isFirst = false) {
      if (!isFirst && !take(',')) return false;
      if (close == '}' && !key(first)) return false;
      value(depth - 1);
    }
    return isFine && take(close);
  }
  // A key that is there for the first time, with its colon. `object`: where the object begins.
  bool key(const char *object) {
    Text key;
    if (peek() != '"') return fail();
    key.begin = at + 1;
    if (!string()) return false;
    key.end = at - 1;
    JSON before;
    before.kind = '{';
    before.begin = object;
    before.end = key.begin - 1;
    for (Members earlier(before); earlier.next();) {
      if (earlier.key.is(key)) return fail();
    }
    return take(':');
  }
  bool value(int depth) {
    const char c = peek();
    switch (kindOf(c)) {
      case '"': return string();
      case '{': return inside('}', depth);
      case '[': return inside(']', depth);
      case 't': return take("true");
      case 'f': return take("false");
      case '0': return take("null");
      case 'n': return number();
      default: return fail();
    }
  }
};

// The object in these bytes; absent where they are not one alone. `depth`: of objects and lists, one in the other.
inline JSON objectIn(const char *payload, size_t size, int depth) {
  Check check(payload, payload + size);
  const bool isFine = check.peek() == '{' && check.value(depth) && check.peek() == '\0' && check.at == check.end;
  return isFine ? checked(pastSpace(payload, check.end), check.end) : JSON();
}

}  // namespace loam
