// The languages as the page reads them: node words.cjs FOLDER OUT LIST
//
// Of each file in FOLDER what the page says. English goes into LIST, a module of the page; the others become files in OUT,
// named after their content, and LIST says where they are. What only the part with the phones says, or the list of gardens, is in LIST in all
// languages: each is loaded by few, and is in one file.
const { createHash } = require('crypto');
const { readdirSync, readFileSync, writeFileSync } = require('fs');
const { basename, join } = require('path');

const [folder, out, list] = process.argv.slice(2);
const apart = { phones: {}, fleet: {} };
const partOf = ([key]) => Object.keys(apart).find((name) => key.startsWith(`${name}_`));
const languages = readdirSync(folder).sort().map((name) => {
  const { language, shared, page } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const tag = basename(name, '.json');
  const texts = Object.entries(page);
  for (const [name, words] of Object.entries(apart)) words[tag] = Object.fromEntries(texts.filter((text) => partOf(text) === name));
  const others = Object.fromEntries(texts.filter((text) => !partOf(text)));
  return { tag, name: language.name, locales: language.locales, texts: { ...shared, ...others } };
});
const others = languages.filter(({ tag }) => tag !== 'en').map(({ texts, ...language }) => {
  const json = JSON.stringify(texts);
  const file = `words-${language.tag}-${createHash('sha256').update(json).digest('hex').slice(0, 10)}.json`;
  writeFileSync(join(out, file), json);
  return { ...language, file };
});
const english = languages.find(({ tag }) => tag === 'en');
const lines = Object.entries({ english, others, ...apart }).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
writeFileSync(list, lines.join(''));
