// Styles of a screen, which are loaded with it.

/** The page has those of the first screen from the beginning. @type {Map<string, Promise<void>>} */
const loaded = new Map([.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet]'))].map(({ href }) => [href, Promise.resolve()]));

/** `await style(import.meta.url, 'today.css')` at the beginning of a screen's module. @param {string} module @param {string} file */
export function style(module, file) {
  const { href } = new URL(file, module);
  const known = loaded.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loading = /** @type {Promise<void>} */ (new Promise((resolve) => { link.onload = link.onerror = () => resolve(); }));
  document.head.append(link);
  loaded.set(href, loading);
  return loading;
}
