// The part of simdjson's DOM that we use, callable from C. No exception crosses this border, nothing here traps,
// and after loam_json_create nothing allocates.
#ifndef LOAM_CSIMDJSON_H
#define LOAM_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with its input buffer and its document.
typedef struct loam_json_reader loam_json_reader;

/// A place in the reader's document. Valid until the next loam_json_parse of that reader.
typedef struct {
  uint64_t words[2];
} loam_json_element;

/// Walks over the fields of an object. Valid as long as a loam_json_element.
typedef struct {
  uint64_t next[2];
  uint64_t end[2];
} loam_json_fields;

/// UTF-8, unescaped, not terminated; may hold NUL. Valid as long as a loam_json_element.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} loam_json_text;

enum {
  LOAM_JSON_NULL = 0,
  LOAM_JSON_BOOL,
  LOAM_JSON_NUMBER,
  LOAM_JSON_STRING,
  LOAM_JSON_ARRAY,
  LOAM_JSON_OBJECT,
};

/// How often a key stands in an object.
enum {
  LOAM_JSON_ABSENT = 0,
  LOAM_JSON_FOUND,
  LOAM_JSON_DOUBLED,
};

/// NULL where memory is short.
loam_json_reader *loam_json_create(size_t bytes_max, size_t depth_max);
void loam_json_destroy(loam_json_reader *reader);

/// Room for `bytes_max` bytes of input; the caller writes them before loam_json_parse.
uint8_t *loam_json_buffer(loam_json_reader *reader);

/// 1 and the root element, or 0: not JSON, too deep, a number beyond a double or 64 bits, or `count` too large.
int loam_json_parse(loam_json_reader *reader, size_t count, loam_json_element *root);

int loam_json_kind(loam_json_element element);
/// 1 if the element is a number. Whole numbers beyond 2^53 are rounded.
int loam_json_number(loam_json_element element, double *value);
/// 1 if the element is a whole number of 64 bits with sign, written without fraction and exponent.
int loam_json_integer(loam_json_element element, int64_t *value);
/// 0 or 1; -1 if the element is no boolean.
int loam_json_bool(loam_json_element element);
/// `bytes` NULL if the element is no string.
loam_json_text loam_json_string(loam_json_element element);

/// LOAM_JSON_ABSENT also where the element is no object. With LOAM_JSON_DOUBLED `value` is the first.
int loam_json_find(loam_json_element element, const uint8_t *key, size_t count, loam_json_element *value);

/// Up to 64 keys, looked up together.
typedef struct {
  /// The keys' bytes, one behind the other; key n ends before `ends[n]`.
  const uint8_t *bytes;
  const uint32_t *ends;
  size_t count;
  /// 65 sets of keys: bit n of `of_length[l]` says that key n has l bytes, in the last one that it has more than 63.
  const uint64_t *of_length;
} loam_json_keys;

/// `found` is LOAM_JSON_ABSENT, LOAM_JSON_FOUND or LOAM_JSON_DOUBLED; `value` holds with the last two, `number` where
/// `is_number` is 1.
typedef struct {
  loam_json_element value;
  double number;
  int found;
  int is_number;
} loam_json_slot;

/// loam_json_find of all keys, each with a slot of its own, in one pass over the object's fields.
void loam_json_find_all(loam_json_element element, const loam_json_keys *keys, loam_json_slot *slots);

/// A word that is looked for in keys, in any case.
typedef struct {
  /// Its last bytes in small letters, at most eight, the last one highest; and where they stand.
  uint64_t text, mask;
  size_t length;
  /// Stands alone: no letter before it, or a capital at its begin.
  int is_alone;
  /// Counts only in the key of an object.
  int is_of_object;
} loam_json_word;

/// Words, those of one place together.
typedef struct {
  const loam_json_word *words;
  size_t count;
  /// By place the position of the first, from 1 on; 0: none.
  const uint8_t *first;
} loam_json_words;

#define LOAM_JSON_WORD_PLACES 1024

/// `text` as loam_json_words has it; of at least two bytes.
loam_json_word loam_json_word_of(const uint8_t *text, size_t length);
/// Its place, by the last two letters.
size_t loam_json_word_place(loam_json_word word);

/// 1 and the array's member, or 0.
int loam_json_at(loam_json_element element, size_t index, loam_json_element *value);

/// 1 if the element is an object.
int loam_json_fields_begin(loam_json_element element, loam_json_fields *fields);
/// 1 and the next field, with `words` the next in whose key one of them stands; or 0 at the end.
int loam_json_fields_next(loam_json_fields *fields, const loam_json_words *words, loam_json_text *key, loam_json_element *value);

/// The nearest double to a decimal number, 1; or 0 where the text is anything else or beyond a double's range.
int loam_json_parse_decimal(const uint8_t *bytes, size_t count, double *value);

#ifdef __cplusplus
}
#endif

#endif
