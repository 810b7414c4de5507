// Reads the documents of Loam's contract by the tables of contract.h, without heap: C++11, for a microcontroller. A document is refused
// whole. A key that is not in its table is passed over, null counts as absent, a word that is not known is read as its table says.
//
//   loam::Value plant;
//   if (loam::read(loam::plantState, payload, size, plant)) {
//     plant[loam::PlantState::n].copy(name, sizeof name);
//     draw(name, plant[loam::PlantState::m].number(NAN));
//   }
//
// What was read points into the payload and lives as long. Tables that a program does not name are not in its flash.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "forms.h"
#include "tables.h"

namespace loam {

// MARK: Values

inline double numberIn(const JSON &value) { return value.kind == 'n' ? strtod(value.begin, nullptr) : NAN; }

inline JSON member(const JSON &object, const char *key, size_t size) {
  if (object.kind == '{') {
    for (Members members(object); members.next();) {
      if (members.key.is(key, size)) return members.value.isThere() ? members.value : JSON();
    }
  }
  return JSON();
}

// What stands at keys with slashes between.
inline JSON reach(JSON object, const char *path) {
  while (*path) {
    const Text key = wordAt(path, '/');
    object = member(object, key.begin, size_t(key.end - key.begin));
  }
  return object;
}

// A value that was read, with what the tables say of it.
struct Value {
  const Type *type = nullptr;
  const Part *part = nullptr;
  JSON json;

  bool isThere() const { return json.isThere(); }

  // A field of an object. An enumeration in contract.h has the names of its fields.
  Value operator[](uint8_t i) const {
    const Field &field = part->fields[i];
    Value value;
    value.type = &field.type;
    value.json = member(json, field.key, strlen(field.key));
    if (!value.isThere() && field.twin) value.json = member(json, field.twin, strlen(field.twin));
    if (!value.isThere() && field.otherwise) value.json = checked(field.otherwise, field.otherwise + strlen(field.otherwise));
    value.part = partOf(field.type, json);
    return value;
  }
  double number(double otherwise) const {
    const double number = numberIn(json);
    if (json.kind != 'n') return otherwise;
    return type->form != Form::clamped ? number : number < type->low ? type->low : number > type->high ? type->high : number;
  }
  bool flag(bool otherwise = false) const { return json.kind == 't' || (json.kind != 'f' && otherwise); }
  // A text, or a word that its table knows.
  Text text() const {
    const Text text = json.text();
    const char *other = type->form == Form::words ? strchr(type->words, '|') : nullptr;
    if (json.kind != '"' || !other || place(text, type->words) >= 0) return text;
    return wordAt(++other);
  }
  bool is(const char *word) const { return json.kind == '"' && text().is(word, strlen(word)); }
  bool has(char mark) const { return json.kind == '"' && memchr(json.begin, mark, size_t(json.end - json.begin)); }
  void copy(char *to, size_t size) const { text().copy(to, size); }

  // An item or a member of it, of which `i` have gone before.
  Value item(const JSON &item, int i) const {
    Value value;
    value.type = type->form == Form::table ? type->items + 1 : type->form == Form::row ? type->items + i : type->items;
    value.part = partOf(*value.type, JSON());
    value.json = item;
    return value;
  }
  static const Part *partOf(const Type &type, const JSON &object) {
    if (type.form == Form::part) return type.parts[0];
    if (type.form != Form::choice) return nullptr;
    const int i = place(member(object, type.key, strlen(type.key)).text(), type.words);
    return i < 0 ? nullptr : type.parts[i];
  }
};

// How many bytes a value has when nothing is written that need not be.
inline int writtenCount(const JSON &value) {
  int count = 0;
  for (const char *p = value.begin; p < value.end;) {
    p = pastSpace(p, value.end);
    if (p < value.end && *p == '"') {
      const char *past = pastString(p);
      for (p++; p < past - 1;) {
        const uint32_t c = scalar(p, past);
        const bool isShort = c == '"' || c == '\\' || (c >= 8 && c <= 13 && c != 11);
        count += isShort ? 2 : c < 0x20 ? 6 : int(utf8Count(c));
      }
      p = past;
      count += 2;
    } else if (p < value.end) {
      p++, count++;
    }
  }
  return count;
}

// MARK: Rules

inline bool isSaid(const JSON &value, const char *words) {
  if (value.kind == '"') return place(value.text(), words) >= 0;
  Text raw;
  raw.begin = value.begin, raw.end = value.end;
  return place(raw, words) >= 0;
}

inline double numberAt(const Value &whole, const char *key) {
  for (uint8_t i = 0; i < whole.part->count; i++) {
    if (strcmp(whole.part->fields[i].key, key) == 0) return whole[i].number(NAN);
  }
  return NAN;
}

inline bool isUnique(const JSON &list, const char *key) {
  const size_t size = strlen(key);
  for (Members a(list); a.next();) {
    for (Members b(list); b.next() && b.value.begin != a.value.begin;) {
      if (member(a.value, key, size).text().is(member(b.value, key, size).text())) return false;
    }
  }
  return true;
}

inline bool isRising(const JSON &list) {
  double last = -INFINITY;
  for (Members rows(list); rows.next();) {
    Members row(rows.value);
    const double number = row.next() ? numberIn(row.value) : NAN;
    if (number <= last) return false;
    last = number;
  }
  return true;
}

inline bool hasFields(const JSON &whole, const char *keys, bool wantsAll) {
  while (*keys) {
    const Text key = wordAt(keys);
    const JSON value = member(whole, key.begin, size_t(key.end - key.begin));
    const bool isFine = wantsAll ? value.isThere() : value.isThere() && value.end - value.begin > 2;
    if (isFine != wantsAll) return isFine;
  }
  return wantsAll;
}

// A comparison with what is not there holds.
inline bool holds(const Rule &rule, const Value &whole) {
  if (rule.path) {
    const JSON value = reach(whole.json, rule.path);
    if (!value.isThere() || isSaid(value, rule.said) == rule.isNegated) return true;
  }
  const auto number = [&](const char *key) { return numberAt(whole, key); };
  const JSON field = reach(whole.json, rule.key ? rule.key : "");
  switch (rule.demand) {
    case Demand::fields: return hasFields(whole.json, rule.words, true);
    case Demand::someText: return hasFields(whole.json, rule.words, false);
    case Demand::otherWords: return !field.isThere() || !isSaid(field, rule.words);
    case Demand::nothing: return !field.isThere();
    case Demand::above: return !(number(rule.key) <= number(rule.other));
    case Demand::notBelow: return !(number(rule.key) < number(rule.other));
    case Demand::notAbove: return !(number(rule.key) > number(rule.other));
    case Demand::steps: return !((number("max") - number("min")) / number("step") > rule.high);
    case Demand::whole:
      return !field.isThere() || (numberIn(field) >= rule.low && numberIn(field) <= rule.high && fmod(numberIn(field), 1) == 0);
    case Demand::unique: return isUnique(field, rule.other);
    case Demand::rising: return isRising(field);
    case Demand::each:
      for (Members parts(field); parts.next();) {
        if (!isSaid(member(parts.value, rule.other, strlen(rule.other)), rule.words)) return false;
      }
      return true;
    case Demand::within: return !(number(rule.other) + base64Count(field.text()) > numberIn(reach(whole.json, rule.words)));
  }
  return false;
}

// MARK: Reading

inline bool fits(const Value &value);

// Each field of an object against its table; then what must agree.
inline bool fitsPart(const Value &whole) {
  if (whole.json.kind != '{' || !whole.part) return false;
  for (uint8_t i = 0; i < whole.part->count; i++) {
    const Field &field = whole.part->fields[i];
    const Value value = whole[i];
    if (value.isThere() ? !fits(value) : field.isRequired) return false;
    if (!field.twin) continue;
    const JSON other = member(whole.json, field.twin, strlen(field.twin));
    if (!value.isThere() || (other.isThere() && numberIn(other) != numberIn(value.json))) return false;
  }
  for (uint8_t i = 0; i < whole.part->ruleCount; i++) {
    if (!holds(whole.part->rules[i], whole)) return false;
  }
  return true;
}

inline bool fitsText(const Value &value) {
  const Type &type = *value.type;
  const Text text = value.json.text();
  switch (type.form) {
    case Form::any: return true;
    case Form::form: return hasForm(text, type.words);
    case Form::words: return place(text, type.words) >= 0 || strchr(type.words, '|');
    case Form::base64: return base64Count(text) >= type.low && base64Count(text) <= type.high;
    default: break;
  }
  const Measure measure(text);
  if (type.form == Form::grapheme) return measure.graphemes == 1 && measure.bytes <= type.high;
  return measure.isShown && measure.scalars >= type.low && measure.scalars <= type.high;
}

inline bool fitsNumber(const Value &value) {
  const Type &type = *value.type;
  const double number = numberIn(value.json);
  switch (type.form) {
    case Form::clamped: return true;
    case Form::positive: return number > 0 && !isinf(number);
    case Form::whole: return number >= type.low && number <= type.high && number == floor(number);
    default: return number >= type.low && number <= type.high;
  }
}

inline bool fitsItems(const Value &value) {
  const Type &type = *value.type;
  int count = 0;
  for (Members members(value.json); members.next(); count++) {
    if (count >= type.high) return false;
    const Value item = value.item(members.value, count);
    if (type.form != Form::table) {
      if (!fits(item)) return false;
    } else if (item.isThere()) {
      Value name;
      name.type = type.items;
      name.json.kind = '"';
      name.json.begin = members.key.begin - 1;
      name.json.end = members.key.end + 1;
      if (!fits(name) || !fits(item)) return false;
    }
  }
  return count >= type.low;
}

inline bool fits(const Value &value) {
  const char kind = value.json.kind;
  switch (value.type->form) {
    case Form::flag: return kind == 't' || kind == 'f';
    case Form::part:
    case Form::choice: return fitsPart(value);
    case Form::object: return kind == '{' && writtenCount(value.json) <= value.type->high;
    case Form::list:
    case Form::row: return kind == '[' && fitsItems(value);
    case Form::table: return kind == '{' && fitsItems(value);
    case Form::whole:
    case Form::number:
    case Form::clamped:
    case Form::positive: return kind == 'n' && fitsNumber(value);
    default: return kind == '"' && fitsText(value);
  }
}

// Whether these bytes are such a document.
inline bool read(const Part &document, const char *payload, size_t size, Value &value) {
  value = Value();
  if (size > document.bytesMax) return false;
  value.part = &document;
  value.json = objectIn(payload, size, 8);
  return fitsPart(value);
}

}  // namespace loam
