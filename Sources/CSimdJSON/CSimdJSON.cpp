#define SIMDJSON_EXCEPTIONS 0
#include "CSimdJSON.h"

#include <simdjson.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>
#include <system_error>
#include <type_traits>

namespace dom = simdjson::dom;

struct loam_json_reader {
  dom::parser parser;
  uint8_t *buffer = nullptr;
  size_t bytes_max = 0;

  loam_json_reader(size_t capacity) noexcept : parser(capacity) {}
  ~loam_json_reader() { delete[] buffer; }
};

namespace {

// Elements cross the border as plain words.
template <typename Words, typename Value>
Value unpack(const Words &words) noexcept {
  static_assert(sizeof(Words) == sizeof(Value));
  static_assert(std::is_trivially_copyable_v<Value>);
  Value value;
  std::memcpy(static_cast<void *>(&value), &words, sizeof(value));
  return value;
}

template <typename Words, typename Value>
void pack(const Value &value, Words &words) noexcept {
  static_assert(sizeof(Words) == sizeof(Value));
  static_assert(std::is_trivially_copyable_v<Value>);
  std::memcpy(&words, static_cast<const void *>(&value), sizeof(value));
}

dom::element element_of(const loam_json_element &words) noexcept { return unpack<loam_json_element, dom::element>(words); }

using Fields = dom::object::iterator;

loam_json_text text_of(std::string_view text) noexcept { return {reinterpret_cast<const uint8_t *>(text.data()), text.size()}; }

void fill(loam_json_slot &slot, const dom::element &value) noexcept {
  if (slot.found != LOAM_JSON_ABSENT) {
    slot.found = LOAM_JSON_DOUBLED;
    slot.is_number = 0;
    return;
  }
  slot.found = LOAM_JSON_FOUND;
  pack(value, slot.value);
  slot.is_number = value.get(slot.number) == simdjson::SUCCESS && std::isfinite(slot.number);
}

// The document grows with the largest input so far; one input of full size makes it as large as it will ever be.
bool reserve(loam_json_reader &reader) noexcept {
  std::memset(reader.buffer, ' ', reader.bytes_max);
  std::memset(reader.buffer + reader.bytes_max, 0, simdjson::SIMDJSON_PADDING);
  reader.buffer[0] = '0';
  loam_json_element root;
  return loam_json_parse(&reader, reader.bytes_max, &root) == 1;
}

}  // namespace

loam_json_reader *loam_json_create(size_t bytes_max, size_t depth_max) {
  if (bytes_max == 0 || bytes_max > 0x10000000) return nullptr;
  loam_json_reader *reader = new (std::nothrow) loam_json_reader(bytes_max);
  if (!reader) return nullptr;
  reader->bytes_max = bytes_max;
  reader->buffer = new (std::nothrow) uint8_t[bytes_max + simdjson::SIMDJSON_PADDING];
  if (!reader->buffer || reader->parser.allocate(bytes_max, depth_max) || !reserve(*reader)) {
    delete reader;
    return nullptr;
  }
  return reader;
}

void loam_json_destroy(loam_json_reader *reader) { delete reader; }

uint8_t *loam_json_buffer(loam_json_reader *reader) { return reader->buffer; }

int loam_json_parse(loam_json_reader *reader, size_t count, loam_json_element *root) {
  if (count > reader->bytes_max) return 0;
  dom::element element;
  if (reader->parser.parse(reader->buffer, count, false).get(element)) return 0;
  pack(element, *root);
  return 1;
}

int loam_json_kind(loam_json_element element) {
  switch (element_of(element).type()) {
    case dom::element_type::BOOL: return LOAM_JSON_BOOL;
    case dom::element_type::INT64:
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE: return LOAM_JSON_NUMBER;
    case dom::element_type::STRING: return LOAM_JSON_STRING;
    case dom::element_type::ARRAY: return LOAM_JSON_ARRAY;
    case dom::element_type::OBJECT: return LOAM_JSON_OBJECT;
    default: return LOAM_JSON_NULL;
  }
}

int loam_json_number(loam_json_element element, double *value) {
  return element_of(element).get(*value) == simdjson::SUCCESS && std::isfinite(*value);
}

int loam_json_integer(loam_json_element element, int64_t *value) { return element_of(element).get(*value) == simdjson::SUCCESS; }

int loam_json_bool(loam_json_element element) {
  bool value = false;
  return element_of(element).get(value) == simdjson::SUCCESS ? value : -1;
}

loam_json_text loam_json_string(loam_json_element element) {
  std::string_view text;
  if (element_of(element).get(text)) return {nullptr, 0};
  return text_of(text);
}

int loam_json_find(loam_json_element element, const uint8_t *key, size_t count, loam_json_element *value) {
  dom::object object;
  if (element_of(element).get(object)) return LOAM_JSON_ABSENT;
  const std::string_view wanted(reinterpret_cast<const char *>(key), count);
  int found = LOAM_JSON_ABSENT;
  for (auto field = object.begin(), end = object.end(); field != end; ++field) {
    if (field.key_length() != count || !field.key_equals(wanted)) continue;
    if (found == LOAM_JSON_FOUND) return LOAM_JSON_DOUBLED;
    pack(field.value(), *value);
    found = LOAM_JSON_FOUND;
  }
  return found;
}

void loam_json_find_all(loam_json_element element, const loam_json_keys *keys, loam_json_slot *slots) {
  for (size_t i = 0; i < keys->count; i++) slots[i].found = LOAM_JSON_ABSENT, slots[i].is_number = 0;
  dom::object object;
  if (element_of(element).get(object)) return;
  for (auto field = object.begin(), end = object.end(); field != end; ++field) {
    const size_t length = field.key_length();
    for (uint64_t left = keys->of_length[length < 64 ? length : 64]; left != 0; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      const uint32_t start = i ? keys->ends[i - 1] : 0;
      if (keys->ends[i] - start != length) continue;
      if (std::memcmp(field.key_c_str(), keys->bytes + start, length) != 0) continue;
      fill(slots[i], field.value());
      break;
    }
  }
}

static uint64_t tail_of(const uint8_t *text, size_t length) {
  constexpr uint64_t lower = 0x2020202020202020;
  uint64_t tail = 0;
  if (length >= 8) {
    for (size_t i = 0; i < 8; i++) { tail |= static_cast<uint64_t>(text[length - 8 + i]) << 8 * i; }
    return tail | lower;
  }
  for (size_t i = 0; i < length; i++) { tail |= static_cast<uint64_t>(text[i] | 0x20) << 8 * (8 - length + i); }
  return tail;
}

static size_t place_of(uint64_t tail) { return (tail >> 56 & 31) << 5 | (tail >> 48 & 31); }

enum class Letter : uint8_t { none, small, capital };

static constexpr std::array<Letter, 256> letters = [] {
  std::array<Letter, 256> all{};
  for (size_t byte = 0; byte < all.size(); byte++) {
    const bool is_capital = byte >= 'A' && byte <= 'Z';
    const bool is_small = (byte >= 'a' && byte <= 'z') || byte >= 0x80;
    all[byte] = is_capital ? Letter::capital : is_small ? Letter::small : Letter::none;
  }
  return all;
}();

static bool ends_in(const uint8_t *key, size_t length, uint64_t tail, const loam_json_word &word) {
  if (length < word.length || (tail & word.mask) != word.text) return false;
  if (!word.is_alone || length == word.length) return true;
  const uint8_t first = key[length - word.length], before = key[length - word.length - 1];
  return letters[before] == Letter::none || (letters[first] == Letter::capital && letters[before] != Letter::capital);
}

static const loam_json_word *word_at(const uint8_t *key, size_t length, const loam_json_words *words) {
  const size_t place = (key[length - 1] & 31) << 5 | (key[length - 2] & 31);
  size_t i = words->first[place];
  if (i == 0) return nullptr;
  const uint64_t tail = tail_of(key, length);
  for (i--; i < words->count && place_of(words->words[i].text) == place; i++) {
    if (ends_in(key, length, tail, words->words[i])) return words->words + i;
  }
  return nullptr;
}

loam_json_word loam_json_word_of(const uint8_t *text, size_t length) {
  loam_json_word word = {tail_of(text, length), ~uint64_t{0}, length, 1, 0};
  if (length < 8) word.mask <<= 64 - 8 * length;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < 'a' || text[i] > 'z') word.is_alone = 0;
  }
  return word;
}

size_t loam_json_word_place(loam_json_word word) { return place_of(word.text); }

/// One of the words stands in the key.
static bool speaks(const Fields &field, const loam_json_words *words) {
  const auto key = reinterpret_cast<const uint8_t *>(field.key_c_str());
  const size_t length = field.key_length();
  if (length < 2) return false;
  Letter before = letters[key[1]];
  for (size_t i = 2; i <= length; i++) {
    const Letter next = i == length ? Letter::none : letters[key[i]];
    const bool is_end = before != Letter::none && next != Letter::small && (next == Letter::none || before == Letter::small);
    before = next;
    const auto word = is_end ? word_at(key, i, words) : nullptr;
    if (word && (!word->is_of_object || field.value().is_object())) return true;
  }
  return false;
}

int loam_json_at(loam_json_element element, size_t index, loam_json_element *value) {
  dom::array array;
  dom::element member;
  if (element_of(element).get(array) || array.at(index).get(member)) return 0;
  pack(member, *value);
  return 1;
}

int loam_json_fields_begin(loam_json_element element, loam_json_fields *fields) {
  dom::object object;
  if (element_of(element).get(object)) return 0;
  pack(object.begin(), fields->next);
  pack(object.end(), fields->end);
  return 1;
}

int loam_json_fields_next(loam_json_fields *fields, const loam_json_words *words, loam_json_text *key, loam_json_element *value) {
  Fields next = unpack<decltype(fields->next), Fields>(fields->next);
  const Fields end = unpack<decltype(fields->end), Fields>(fields->end);
  while (words && next != end && !speaks(next, words)) ++next;
  if (next == end) return 0;
  *key = text_of(next.key());
  pack(next.value(), *value);
  pack(++next, fields->next);
  return 1;
}

int loam_json_parse_decimal(const uint8_t *bytes, size_t count, double *value) {
  const char *first = reinterpret_cast<const char *>(bytes);
  const char *last = first + count;
  const auto result = std::from_chars(first, last, *value);
  return result.ec == std::errc() && result.ptr == last && std::isfinite(*value);
}
