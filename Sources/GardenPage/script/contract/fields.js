/** Readers of single fields: each takes what stands in the JSON and gives a clean value or throws `Unfit`. */
export class Unfit extends Error {}

// Control characters but the line feed, and bidirectional overrides: they could make a name look like another.
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const refuse = () => {
  throw new Unfit();
};

export const number = (low, high) => (value) => (typeof value === 'number' && value >= low && value <= high ? value : refuse());

/** A number that is held within its bounds. */
export const clamped = (low, high) => (value) => (typeof value === 'number' ? Math.min(Math.max(value, low), high) : refuse());

export const positive = (value) => (typeof value === 'number' && value > 0 ? value : refuse());

export const integer = (low, high) => (value) => (Number.isInteger(value) && value >= low && value <= high ? value : refuse());

export const version = integer(1, 1);

/** Whole seconds since 1970. */
export const time = integer(1000000000, 4102444800);

export const flag = (value) => (typeof value === 'boolean' ? value : refuse());

/** So many characters, none of them hidden. */
export const text = (shortest, longest) => (value) => {
  if (typeof value !== 'string' || HIDDEN.test(value)) refuse();
  const length = value.length <= longest ? value.length : [...value].length;
  return length <= longest && [...value.slice(0, 2 * shortest)].length >= shortest ? value : refuse();
};

export const form = (pattern) => (value) => (typeof value === 'string' && pattern.test(value) ? value : refuse());

/** One of these words; another is read as `unknown`, the careful one, or refused where there is none. */
export const word = (words, unknown) => (value) => {
  if (typeof value !== 'string') refuse();
  return words.includes(value) ? value : (unknown ?? refuse());
};

/** May be left out; `null` counts as left out. */
export const optional = (read) => (value) => (value === undefined || value === null ? undefined : read(value));

/** Read as `otherwise` where it is left out. */
export const absent = (read, otherwise) => (value) => read(value ?? otherwise);

export const list = (read, longest) => (value) => (Array.isArray(value) && value.length <= longest ? value.map(read) : refuse());

/** A list of exactly these. */
export const row = (readers) => (value) =>
  Array.isArray(value) && value.length === readers.length ? readers.map((read, i) => read(value[i])) : refuse();

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const member = (value, name) => (Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined);

/** Only the named fields are taken, each by its reader; then what must agree. */
export const object = (fields, ...rules) => {
  const readers = Object.entries(fields);
  return (value) => {
    if (!isObject(value)) refuse();
    const clean = {};
    for (const [name, read] of readers) clean[name] = read(member(value, name));
    for (const rule of rules) rule(value, clean);
    return clean;
  };
};

/** Name → value with any names of that form, at most so many. */
export const table = (name, read, longest) => (value) => {
  if (!isObject(value)) refuse();
  const entries = Object.entries(value);
  if (entries.length > longest) refuse();
  return new Map(entries.map(([key, item]) => [name(key), read(item)]));
};

/** Two keys of one value: either may be there alone. */
export const twins = (one, other) => (value, clean) => {
  clean[one] ??= clean[other];
  clean[other] ??= clean[one];
  if (clean[one] === undefined || clean[one] !== clean[other]) refuse();
};

export const any = (value) => value;

/** What stands in one key is read as the word in another says. */
export const choice = (tag, key, readers) => (value, clean) => {
  clean[key] = readers[clean[tag]](value[key]);
};

export const needs = (names) => (value) => {
  if (names.some((name) => member(value, name) === undefined)) refuse();
};

export const needsText = (names) => (value) => {
  if (names.every((name) => (member(value, name) ?? '') === '')) refuse();
};

export const forbids = (name, words) => (value) => {
  if (words.includes(member(value, name))) refuse();
};

const says = (value, path, words) =>
  words.includes(path.reduce((place, name) => (isObject(place) ? member(place, name) : undefined), value));

/** The rule holds where the word at `path` is one of these. */
export const when = (path, words, rule) => (value, clean) => says(value, path, words) && rule(value, clean);

export const unless = (path, words, rule) => (value, clean) => says(value, path, words) || rule(value, clean);
