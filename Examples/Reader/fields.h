// Reads a JSON object against a table of fields, without heap and without a copy: C++11, for a microcontroller. A document is refused
// whole; a key that is not in the table is passed over, null counts as absent. Of keys that are there twice, those of the table are found.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

namespace loam {

// MARK: JSON

// A value in the payload, as it stands there; of a string, what is between its quotes.
struct Value {
  char kind = 0;  // 0 absent, '{', '[', '"', 'n' number, 't' true, 'f' false, '0' null
  const char *begin = nullptr, *end = nullptr;
};

// Walks over one payload. What is not JSON leaves `ok` false for good.
struct Scanner {
  const char *at, *end;
  bool ok;

  Scanner(const char *first, const char *past) : at(first), end(past), ok(true) {}

  bool fail() { return ok = false; }
  char peek() {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) at++;
    return at < end ? *at : '\0';
  }
  bool take(char c) { return peek() == c ? (at++, true) : fail(); }
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
  bool string(Value &value) {
    value.begin = ++at;
    while (at < end && *at != '"') {
      if (uint8_t(*at) < 0x20) return fail();
      at += *at == '\\' ? 2 : 1;
    }
    value.end = at;
    return at < end ? (at++, true) : fail();
  }
  // What is inside braces or brackets, checked only to be JSON.
  bool inside(char close, int depth) {
    at++;
    for (bool first = true; ok && peek() != close; first = false) {
      Value key;
      if (depth == 0 || (!first && !take(','))) return fail();
      if (close == '}' && (peek() != '"' || !string(key) || !take(':'))) return fail();
      next(depth - 1);
    }
    return ok && take(close);
  }
  // The value that begins here.
  Value next(int depth = 8) {
    Value value;
    value.kind = peek();
    value.begin = at;
    if (value.kind == '"') {
      string(value);
      return value;
    }
    if (value.kind == '{' || value.kind == '[') {
      inside(value.kind == '{' ? '}' : ']', depth - 1);
    } else if (value.kind == 't' || value.kind == 'f') {
      take(value.kind == 't' ? "true" : "false");
    } else if (value.kind == 'n') {
      value.kind = '0';
      take("null");
    } else if (value.kind == '-' || (value.kind >= '0' && value.kind <= '9')) {
      value.kind = 'n';
      number();
    } else {
      fail();
    }
    value.end = at;
    return value;
  }
};

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
  if (first < 0x80) return first;
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

inline bool isShown(uint32_t c) {
  if (c == '\n') return true;
  return c >= 0x20 && (c < 0x7f || c > 0x9f) && (c < 0x202a || c > 0x202e) && (c < 0x2066 || c > 0x2069) && c != noScalar;
}

// How many scalars; -1 where one of them may not stand in a text.
inline int length(const Value &value) {
  int count = 0;
  for (const char *p = value.begin; p < value.end; count++) {
    if (!isShown(scalar(p, value.end))) return -1;
  }
  return count;
}

inline bool equals(const Value &value, const char *word, size_t size) {
  const char *p = value.begin;
  for (size_t i = 0; i < size; i++) {
    if (p >= value.end || scalar(p, value.end) != uint8_t(word[i])) return false;
  }
  return p == value.end;
}

// As UTF-8, as much of it as fits, with its NUL.
inline void copy(const Value &value, char *to, size_t size) {
  size_t n = 0;
  for (const char *p = value.begin; p < value.end;) {
    const uint32_t c = scalar(p, value.end);
    const size_t need = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (n + need >= size) break;
    for (size_t i = need; i-- > 1;) to[n + i] = char(0x80 | (c >> 6 * (need - 1 - i) & 0x3f));
    to[n] = char(need == 1 ? c : (0xf00u >> need & 0xf0u) | c >> 6 * (need - 1));
    n += need;
  }
  to[n] = '\0';
}

// MARK: Rules

// `number` and `whole` have bounds; `time` is seconds since 1970; `words` are known words, the one behind `|` stands for others.
enum class Form : uint8_t { version, number, whole, time, flag, text, marks, id, name, device, words, object };

struct Field {
  const char *key;
  Form form;
  bool isRequired;
  double low, high;  // of text and names: characters
  const char *words;
  const Field *fields;
};

// One after the other, between spaces. Returns its place; -1 where it is none of them.
inline int place(const Value &value, const char *words) {
  int i = 0;
  for (const char *word = words; *word && *word != '|'; i++) {
    const size_t size = strcspn(word, " |");
    if (equals(value, word, size)) return i;
    word += size + (word[size] == ' ');
  }
  return -1;
}

inline bool isUUID(const Value &value) {
  if (value.end - value.begin != 36) return false;
  for (int i = 0; i < 36; i++) {
    const bool isDash = i == 8 || i == 13 || i == 18 || i == 23;
    if (!value.begin[i] || !strchr(isDash ? "-" : "0123456789abcdef", value.begin[i])) return false;
  }
  return true;
}

inline bool isName(const Value &value, int longest, bool isDevice) {
  for (const char *p = value.begin; p < value.end; p++) {
    const bool isLower = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
    const bool isInner = p > value.begin && (*p == '-' || (*p == '_' && !isDevice));
    if (!isLower && !isInner && (isDevice || *p < 'A' || *p > 'Z')) return false;
  }
  return value.end > value.begin && value.end - value.begin <= longest;
}

bool readObject(const Value &object, const Field *fields, Value *values);

inline bool fits(const Value &value, const Field &field) {
  const bool isNumber = value.kind == 'n', isText = value.kind == '"';
  const double number = isNumber ? strtod(value.begin, nullptr) : 0;
  const int count = isText && (field.form == Form::text || field.form == Form::marks) ? length(value) : 0;
  switch (field.form) {
    case Form::version: return isNumber && number == 1;
    case Form::number: return isNumber && number >= field.low && number <= field.high;
    case Form::whole: return isNumber && number >= field.low && number <= field.high && number == floor(number);
    case Form::time: return isNumber && number >= 1e9 && number <= 4102444800.0 && number == floor(number);
    case Form::flag: return value.kind == 't' || value.kind == 'f';
    case Form::text: return isText && count >= field.low && count <= field.high;
    case Form::marks: return isText && count <= field.high && count == int(strspn(value.begin, "abcdefghijklmnopqrstuvwxyz"));
    case Form::id: return isText && isUUID(value);
    case Form::name: return isText && isName(value, int(field.high), false);
    case Form::device: return isText && isName(value, int(field.high), true);
    case Form::words: return isText && (place(value, field.words) >= 0 || strchr(field.words, '|'));
    case Form::object: return value.kind == '{' && readObject(value, field.fields, nullptr);
  }
  return false;
}

// Each field of an object against its rule; null counts as absent, a key that is not known is passed over.
inline bool readObject(const Value &object, const Field *fields, Value *values) {
  Scanner in{object.begin, object.end};
  uint32_t seen = 0;
  if (!in.take('{')) return false;
  for (bool first = true; in.ok && in.peek() != '}'; first = false) {
    Value key;
    if ((!first && !in.take(',')) || in.peek() != '"' || !in.string(key) || !in.take(':')) return false;
    const Value value = in.next();
    if (!in.ok) return false;
    for (int i = 0; fields[i].key; i++) {
      if (!equals(key, fields[i].key, strlen(fields[i].key)) || value.kind == '0') continue;
      if (seen >> i & 1 || !fits(value, fields[i])) return false;
      seen |= uint32_t(1) << i;
      if (values) values[i] = value;
    }
  }
  for (int i = 0; fields[i].key; i++) {
    if (fields[i].isRequired && !(seen >> i & 1)) return false;
  }
  return in.ok && in.take('}');
}

inline bool readPayload(const char *payload, size_t size, const Field *fields, Value *values) {
  Scanner in{payload, payload + size};
  const Value object = in.next();
  return object.kind == '{' && in.ok && in.peek() == '\0' && in.at == in.end && readObject(object, fields, values);
}

inline bool has(const Value &marks, char mark) { return marks.kind && memchr(marks.begin, mark, size_t(marks.end - marks.begin)); }

// A word that is not known is the one behind `|`.
inline void copyWord(const Value &value, const char *words, char *to, size_t size) {
  const char *other = strchr(words, '|');
  if (other && place(value, words) < 0) {
    snprintf(to, size, "%s", other + 1);
  } else {
    copy(value, to, size);
  }
}

inline double numberOr(const Value &value, double otherwise) { return value.kind ? strtod(value.begin, nullptr) : otherwise; }

}  // namespace loam
