// The modules that a page needs before it is drawn, and their styles.
import { readFile } from 'node:fs/promises';

export const CONSOLE = new URL('../../console/', import.meta.url);
export const MAIN = 'app/main.js';
const FIRST_SCREEN = 'screens/today/today.js';
/** What the first screen begins with, in the order in which it is needed. */
export const FIRST = [MAIN, 'app/shell.js', FIRST_SCREEN];

/** Modules that a module imports before it runs, and its styles. @param {string} path */
async function neededBy(path) {
  const text = await readFile(new URL(path, CONSOLE), 'utf8');
  const [modules, styles] = [/^import\s(?:[^'"]*\sfrom\s)?'([^']+)';/gm, /(?<=^await .*)\bstyle\(import\.meta\.url, '([^']+)'\)/gm].map((named) =>
    [...text.matchAll(named)].map(([, name]) => new URL(name, new URL(path, CONSOLE)).href.slice(CONSOLE.href.length)));
  return { modules, styles };
}

/** All that these modules need, themselves too: first all that the first of them needs. @param {string[]} begin */
export async function neededFrom(begin) {
  const [modules, styles] = [new Set(), new Set()];
  for (const first of begin) {
    const waiting = [first];
    for (const path of waiting) {
      if (modules.has(path)) continue;
      modules.add(path);
      const needed = await neededBy(path);
      waiting.push(...needed.modules);
      for (const one of needed.styles) styles.add(one);
    }
  }
  return { modules, styles };
}
