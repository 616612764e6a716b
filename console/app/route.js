// Which screen is shown: it is in the fragment of the address, such as `#/person/0199…?tab=money`.
import { signal } from '../vendor/preact.js';

/** @typedef {{screen: string, id: string, query: Record<string, string>}} Route */

/** @returns {Route} */
function read() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [screen = '', id = ''] = path.split('/').map(decodeURIComponent);
  return { screen: screen || 'today', id, query: Object.fromEntries(new URLSearchParams(query)) };
}

export const route = signal(read());
addEventListener('hashchange', () => { route.value = read(); });

/** Address of a screen. @param {string} screen @param {string} [id] @param {Record<string, string | number | undefined | null>} [query] */
export function link(screen, id = '', query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  return `#/${screen}${id && `/${encodeURIComponent(id)}`}${text && `?${text}`}`;
}

/** Shows a screen. @param {string} screen @param {string} [id] @param {Record<string, string | number | undefined | null>} [query] */
export function go(screen, id, query) { location.hash = link(screen, id, query); }

/** Changes what the screen is asked for, without another entry in the history. @param {Record<string, string | undefined | null>} changes */
export function ask(changes) {
  const { screen, id, query } = route.value;
  history.replaceState(null, '', link(screen, id, { ...query, ...changes }));
  route.value = read();
}
