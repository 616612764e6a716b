// Names of many customers at once: a day has hundreds, and each is read one time.
import { signal, useEffect } from '../../vendor/preact.js';
import { askedBy, nameOf } from '../../app/names.js';
import { get } from '../../app/request.js';
import { signedIn } from '../../app/session.js';

/** @typedef {{name: string, isBlocked: boolean}} Known */
/** Who is asked for, with a record that names them. @typedef {{id: string | null | undefined, by?: import('../../app/names.js').Naming}} Wanted */

const AT_ONCE = 6;
const names = signal(/** @type {Map<string, Known>} */ (new Map()));
/** @type {Set<string>} */
const asked = new Set();
/** @type {Wanted[]} */
let waiting = [];
let running = 0;
let reader = signedIn.peek();

/** @param {Wanted} wanted */
async function read({ id, by }) {
  const known = /** @type {string} */ (id);
  const { data } = await get(`/customers/${known}`, askedBy(by)).catch((refusal) => { if (refusal.status === 0) asked.delete(known); return { data: null }; });
  if (data) names.value = new Map(names.value).set(known, { name: nameOf(data), isBlocked: data.status === 'blocked' });
}

async function work() {
  running += 1;
  for (let one = waiting.shift(); one; one = waiting.shift()) await read(one);
  running -= 1;
}

/** @param {Wanted[]} people @returns {Map<string, Known>} those that are known by now */
export function useNames(people) {
  const all = new Map(people.flatMap((one) => (one.id ? [/** @type {const} */ ([one.id, one])] : [])));
  const wanted = [...all.keys()].sort().join();
  useEffect(() => {
    if (reader !== signedIn.peek()) { reader = signedIn.peek(); asked.clear(); names.value = new Map(); }
    const missing = wanted.split(',').filter((id) => id && !asked.has(id));
    missing.forEach((id) => asked.add(id));
    waiting = [...waiting, ...missing.flatMap((id) => all.get(id) ?? [])];
    while (running < AT_ONCE && running < waiting.length) work();
  }, [wanted]);
  return names.value;
}
