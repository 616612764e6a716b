// Whether every sentence of the console stands in every language. `--list` prints the sentences.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

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
let problems = 0;
for (const name of readdirSync(new URL('languages/', root)).filter((name) => name.endsWith('.json'))) {
  const file = new URL(`languages/${name}`, root);
  const words = JSON.parse(readFileSync(file, 'utf8'));
  const missing = sentences.filter((sentence) => !words[sentence]);
  const wrong = sentences.filter((sentence) => words[sentence] && placesOf(words[sentence]) !== placesOf(sentence));
  for (const sentence of missing) console.log(`${name}: nothing for "${sentence}"`);
  for (const sentence of wrong) console.log(`${name}: other values in "${words[sentence]}" than in "${sentence}"`);
  problems += missing.length + wrong.length;
}
if (process.argv.includes('--list')) console.log(JSON.stringify(sentences, null, 1));
console.log(`${sentences.length} sentences, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
