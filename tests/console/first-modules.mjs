// The modules that a page needs before it is drawn, and their styles.
import { readFile } from 'node:fs/promises';

export const CONSOLE = new URL('../../console/', import.meta.url);
export const MAIN = 'app/main.js';
export const FIRST_SCREEN = 'screens/today/today.js';

/** Modules that a module imports before it runs, and its styles. @param {string} path */
async function neededBy(path) {
  const text = await readFile(new URL(path, CONSOLE), 'utf8');
  const [modules, styles] = [/^import\s(?:[^'"]*\sfrom\s)?'([^']+)';/gm, /(?<=^await .*)\bstyle\(import\.meta\.url, '([^']+)'\)/gm].map((named) =>
    [...text.matchAll(named)].map(([, name]) => new URL(name, new URL(path, CONSOLE)).href.slice(CONSOLE.href.length)));
  return { modules, styles };
}

/** All that these modules need, themselves too. @param {string[]} begin */
export async function neededFrom(begin) {
  const [modules, styles] = [new Set(begin), new Set()];
  for (const path of modules) {
    const needed = await neededBy(path);
    for (const one of needed.modules) modules.add(one);
    for (const one of needed.styles) styles.add(one);
  }
  return { modules, styles };
}
