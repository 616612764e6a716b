// Whether every sentence of the console stands in every language, and whether `languages/first` has those of the first screen
// and of who signs in. `--list` prints the sentences, `--write` writes the latter.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { FIRST, neededFrom } from './first-modules.mjs';

const root = new URL('../../console/', import.meta.url);
const files = ['app', 'ui', 'screens'].flatMap((folder) => readdirSync(new URL(`${folder}/`, root), { recursive: true })
  .filter((name) => name.endsWith('.js')).map((name) => `${folder}/${name}`));

/** Sentences of a program: of `t('…')`, and both of `plural(count, '…', '…')`. */
function sentencesOf(text) {
  const quoted = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
  const said = [...text.matchAll(new RegExp(String.raw`\bt\(\s*${quoted}`, 'g'))].map((found) => found[1]);
  const counted = [...text.matchAll(new RegExp(String.raw`\bplural\((?:[^'"]|\n)*?,\s*${quoted},\s*${quoted}`, 'g'))].flatMap((found) => [found[1], found[2]]);
  return [...said, ...counted].map((text) => text.slice(1, -1).replace(/\\(.)/g, '$1'));
}

const sentences = [...new Set(files.flatMap((name) => sentencesOf(readFileSync(new URL(name, root), 'utf8'))))].sort();
const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();
const { modules: firstModules } = await neededFrom([...FIRST, 'app/sign-in.js']);
const saidFirst = new Set([...firstModules].flatMap((name) => sentencesOf(readFileSync(new URL(name, root), 'utf8'))));
/** What the API calls states and kinds, as `word` says them. */
const called = new Set([...readFileSync(new URL('../docs/openapi.json', root), 'utf8').matchAll(/"enum":\s*\[([^\]]*)\]/g)].flatMap(([, all]) => [...all.matchAll(/"([a-z][a-z0-9_]*)"/g)].map(([, one]) => one[0].toUpperCase() + one.slice(1).replaceAll('_', ' '))));
/** The words that the first screen may need, as its file has them. @param {Record<string, string>} words */
const firstOf = (words) => `${JSON.stringify(Object.fromEntries(Object.entries(words).filter(([said]) => saidFirst.has(said) || called.has(said))), null, 1)}\n`;
let problems = 0;
for (const name of readdirSync(new URL('languages/', root)).filter((name) => name.endsWith('.json'))) {
  const file = new URL(`languages/${name}`, root);
  const words = JSON.parse(readFileSync(file, 'utf8'));
  const missing = sentences.filter((sentence) => !words[sentence]);
  const wrong = sentences.filter((sentence) => words[sentence] && placesOf(words[sentence]) !== placesOf(sentence));
  for (const sentence of missing) console.log(`${name}: nothing for "${sentence}"`);
  for (const sentence of wrong) console.log(`${name}: other values in "${words[sentence]}" than in "${sentence}"`);
  problems += missing.length + wrong.length;
  const first = new URL(`languages/first/${name}`, root);
  mkdirSync(new URL('.', first), { recursive: true });
  if (process.argv.includes('--write')) writeFileSync(first, firstOf(words));
  else if (!readdirSync(new URL('.', first)).includes(name) || readFileSync(first, 'utf8') !== firstOf(words)) {
    console.log(`first/${name}: not the words of the first screen: node tests/console/words.mjs --write`);
    problems += 1;
  }
}
if (process.argv.includes('--list')) console.log(JSON.stringify(sentences, null, 1));
console.log(`${sentences.length} sentences, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
