// The page names all modules and styles of its first screen, so that the browser need not find them one behind the other:
// node preloads.mjs [--write] says whether those of index.html are the ones that are imported, or writes them.
import { readFile, writeFile } from 'node:fs/promises';

const CONSOLE = new URL('../../console/', import.meta.url);
const PAGE = new URL('index.html', CONSOLE);
const MAIN = 'app/main.js';
const FIRST = [MAIN, 'screens/today/today.js'];
const LINE = /^<link rel="(modulepreload|stylesheet)" href="\/console\/VERSION\/(\w+\/[\w-]+\.js|vendor\/.*|screens\/.*)">\n/gm;

/** Modules that a module imports before it runs, and its styles. @param {string} path */
async function neededBy(path) {
  const text = await readFile(new URL(path, CONSOLE), 'utf8');
  const [modules, styles] = [/^import\s(?:[^'"]*\sfrom\s)?'([^']+)';/gm, /(?<=^await .*)\bstyle\(import\.meta\.url, '([^']+)'\)/gm].map((named) =>
    [...text.matchAll(named)].map(([, name]) => new URL(name, new URL(path, CONSOLE)).href.slice(CONSOLE.href.length)));
  return { modules, styles };
}

const modules = new Set(FIRST);
const styles = new Set();
for (const path of modules) {
  const needed = await neededBy(path);
  for (const one of needed.modules) modules.add(one);
  for (const one of needed.styles) styles.add(one);
}
modules.delete(MAIN);
const lineOf = (/** @type {string} */ rel) => (/** @type {string} */ path) => `<link rel="${rel}" href="/console/VERSION/${path}">\n`;
const lines = [...[...styles].map(lineOf('stylesheet')), ...[...modules].sort().map(lineOf('modulepreload'))].join('');
const page = await readFile(PAGE, 'utf8');
if (process.argv[2] === '--write') await writeFile(PAGE, page.replace(LINE, '').replace('<script ', `${lines}<script `));
else if ((page.match(LINE) ?? []).join('') !== lines) {
  console.error('console/index.html does not name the modules and styles of the first screen: node tests/console/preloads.mjs --write');
  process.exitCode = 1;
}
