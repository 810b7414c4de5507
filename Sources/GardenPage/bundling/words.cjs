// The languages as the page reads them: node words.cjs FOLDER OUT LIST
//
// Of each file in FOLDER what the page says. English goes into LIST, a module of the page; the others become files in OUT,
// named after their content, and LIST says where they are.
const { createHash } = require('crypto');
const { readdirSync, readFileSync, writeFileSync } = require('fs');
const { basename, join } = require('path');

const [folder, out, list] = process.argv.slice(2);
const languages = readdirSync(folder).sort().map((name) => {
  const { language, shared, page } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { tag: basename(name, '.json'), name: language.name, locales: language.locales, texts: { ...shared, ...page } };
});
const others = languages.filter(({ tag }) => tag !== 'en').map(({ texts, ...language }) => {
  const json = JSON.stringify(texts);
  const file = `words-${language.tag}-${createHash('sha256').update(json).digest('hex').slice(0, 10)}.json`;
  writeFileSync(join(out, file), json);
  return { ...language, file };
});
const english = languages.find(({ tag }) => tag === 'en');
writeFileSync(list, `export const english = ${JSON.stringify(english)};\nexport const others = ${JSON.stringify(others)};\n`);
