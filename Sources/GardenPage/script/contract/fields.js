/** Readers of single fields: each takes what stands in the JSON and gives a clean value or throws `Unfit`. */
export class Unfit extends Error {}

// Control characters but the line feed, and bidirectional overrides: they could make a name look like another.
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const refuse = () => {
  throw new Unfit();
};

export const number = (low = -1e9, high = 1e9) => (value) =>
  typeof value === 'number' && value >= low && value <= high ? value : refuse();

export const integer = (low = 0, high = 2147483647) => (value) =>
  Number.isInteger(value) && value >= low && value <= high ? value : refuse();

/** Whole seconds since 1970. */
export const time = integer(1000000000, 4102444800);

export const flag = (value) => (typeof value === 'boolean' ? value : refuse());

/** At most so many characters, none of them hidden. */
export const text = (longest = 4096) => (value) =>
  typeof value === 'string' && value.length <= 2 * longest && !HIDDEN.test(value) ? value : refuse();

export const form = (pattern) => (value) =>
  typeof value === 'string' && pattern.test(value) ? value : refuse();

/** One of these words; a word that nobody knows is read as the first, the schema's `x-unknown`. */
export const word = (...words) => (value) => {
  if (typeof value !== 'string') refuse();
  return words.includes(value) ? value : words[0];
};

/** May be left out; `null` counts as left out. */
export const optional = (read) => (value) => (value === undefined || value === null ? undefined : read(value));

export const list = (read, longest) => (value) =>
  Array.isArray(value) && value.length <= longest ? value.map(read) : refuse();

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only the named fields are taken, each by its reader. */
export const object = (fields) => {
  const readers = Object.entries(fields);
  return (value) => {
    if (!isObject(value)) refuse();
    const clean = {};
    for (const [name, read] of readers) clean[name] = read(Object.hasOwn(value, name) ? value[name] : undefined);
    return clean;
  };
};

/** Name → value with any names, at most so many. */
export const table = (read, longest = 64) => (value) => {
  if (!isObject(value)) refuse();
  const entries = Object.entries(value);
  if (entries.length > longest) refuse();
  return new Map(entries.map(([name, item]) => [text(64)(name), read(item)]));
};
