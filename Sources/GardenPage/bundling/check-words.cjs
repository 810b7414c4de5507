// Every language has the words of English, with the same values to fill in; nothing more, nothing less.
const { languages } = require(require('path').resolve(process.argv[2]));

const texts = (words) => (typeof words === 'string' ? [words] : Object.values(words ?? {}));
const blanks = (words) => [...new Set(texts(words).join(' ').match(/\{\w+\}/g) ?? [])].sort().join(' ');
const wrong = [];
for (const [tag, words] of Object.entries(languages)) {
  for (const key of Object.keys(languages.en)) {
    if (!(key in words)) wrong.push(`${tag}: '${key}' is missing`);
    else if (texts(words[key]).some((text) => text === '')) wrong.push(`${tag}: '${key}' is empty`);
    else if (blanks(words[key]) !== blanks(languages.en[key])) {
      wrong.push(`${tag}: '${key}' has ${blanks(words[key]) || 'nothing'} to fill in, English ${blanks(languages.en[key]) || 'nothing'}`);
    }
  }
  for (const key of Object.keys(words)) if (!(key in languages.en)) wrong.push(`${tag}: '${key}' is not in English`);
}
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
