// What the tables of contract.h are made of: C++11.
#pragma once

#include <stdint.h>

namespace loam {

enum class Form : uint8_t {
  flag,
  whole,
  number,
  clamped,   // read as the nearest within its bounds
  positive,  // above 0
  text,      // so many scalars, none of them hidden
  any,       // any text
  grapheme,  // one, of at most so many bytes
  form,      // a text of that pattern
  words,     // known words between spaces; the one behind `|` stands for others
  part,
  choice,  // the part that the word at `key` tells: the one in the place of that word in `words`
  object,  // nothing here looks into it
  base64,
  list,
  table,  // any names of the form `items[0]`
  row,    // exactly these
};

struct Part;

struct Type {
  Form form;
  double low, high;
  const char *words, *key;
  const Type *items;
  const Part *const *parts;
};

// `otherwise`: JSON that is read where the field is missing. `twin`: a key with the same value, one of both is there.
struct Field {
  const char *key;
  bool isRequired;
  Type type;
  const char *otherwise, *twin;
};

enum class Demand : uint8_t {
  fields,
  someText,
  otherWords,
  nothing,
  above,
  notBelow,
  notAbove,
  steps,
  whole,
  unique,
  rising,
  each,
  within
};

// What must agree in a part: where the value at `path` (keys with slashes between) is one of `said`, or none of them. Lists have spaces
// between.
struct Rule {
  const char *path, *said;
  bool isNegated;
  Demand demand;
  const char *key, *other, *words;
  double low, high;
};

// `bytesMax`: of a document.
struct Part {
  const Field *fields;
  uint8_t count;
  const Rule *rules;
  uint8_t ruleCount;
  uint32_t bytesMax;
};

// A document.
struct Kind {
  const char *name;
  const Part *part;
};

// As contract.h writes them.
namespace is {
constexpr Type made(Form form, double low = 0, double high = 0, const char *words = nullptr, const char *key = nullptr,
                    const Type *items = nullptr, const Part *const *parts = nullptr) {
  return Type{form, low, high, words, key, items, parts};
}
constexpr Type flag() { return made(Form::flag); }
constexpr Type whole(double low, double high) { return made(Form::whole, low, high); }
constexpr Type number(double low, double high) { return made(Form::number, low, high); }
constexpr Type clamped(double low, double high) { return made(Form::clamped, low, high); }
constexpr Type positive() { return made(Form::positive); }
constexpr Type text(double low, double high) { return made(Form::text, low, high); }
constexpr Type any() { return made(Form::any); }
constexpr Type grapheme(double bytesMax) { return made(Form::grapheme, 1, bytesMax); }
constexpr Type form(const char *pattern) { return made(Form::form, 0, 0, pattern); }
constexpr Type words(const char *words) { return made(Form::words, 0, 0, words); }
constexpr Type part(const Part *const *part) { return made(Form::part, 0, 0, nullptr, nullptr, nullptr, part); }
constexpr Type choice(const char *key, const char *words, const Part *const *parts) {
  return made(Form::choice, 0, 0, words, key, nullptr, parts);
}
constexpr Type object(double bytesMax) { return made(Form::object, 0, bytesMax); }
constexpr Type base64(double low, double high) { return made(Form::base64, low, high); }
constexpr Type list(const Type *item, double countMax) { return made(Form::list, 0, countMax, nullptr, nullptr, item); }
constexpr Type table(const Type *nameAndItem, double countMax) { return made(Form::table, 0, countMax, nullptr, nullptr, nameAndItem); }
constexpr Type row(const Type *items, double count) { return made(Form::row, count, count, nullptr, nullptr, items); }
}  // namespace is

}  // namespace loam
