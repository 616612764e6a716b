// The page names all modules and styles of its first screen in the order in which they are needed, so that the browser need not find them one behind the other:
// node preloads.mjs [--write] says whether those of index.html are the ones that are imported, or writes them.
import { readFile, writeFile } from 'node:fs/promises';
import { CONSOLE, FIRST, MAIN, neededFrom } from './first-modules.mjs';

const PAGE = new URL('index.html', CONSOLE);
const LINE = /^<link rel="(modulepreload|stylesheet)" href="\/console\/VERSION\/(\w+\/[\w-]+\.js|vendor\/.*|screens\/.*)">\n/gm;

const { modules, styles } = await neededFrom(FIRST);
modules.delete(MAIN);
const lineOf = (/** @type {string} */ rel) => (/** @type {string} */ path) => `<link rel="${rel}" href="/console/VERSION/${path}">\n`;
const lines = [...[...styles].map(lineOf('stylesheet')), ...[...modules].map(lineOf('modulepreload'))].join('');
const page = await readFile(PAGE, 'utf8');
if (process.argv[2] === '--write') await writeFile(PAGE, page.replace(LINE, '').replace('<script ', `${lines}<script `));
else if ((page.match(LINE) ?? []).join('') !== lines) {
  console.error('console/index.html does not name the modules and styles of the first screen: node tests/console/preloads.mjs --write');
  process.exitCode = 1;
}
