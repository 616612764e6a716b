// Names of the many people of a day. They are read once and few at a time, so that scrolling through hundreds of rooms
// neither waits for them nor asks for them again.
import { askedBy, nameOf } from '../../app/names.js';
import { get } from '../../app/request.js';
import { signedIn } from '../../app/session.js';
import { effect, signal } from '../../vendor/preact.js';
import { namingOf } from './entries.js';

const AT_ONCE = 3;
const SETTLED_MS = 120;

/** @type {Map<string, import('../../vendor/preact.js').Signal<string>>} */
const names = new Map();
/** Who is asked for and not read yet; the newest is read first, as that is what is seen. @type {{id: string, by: import('../../app/names.js').Naming}[]} */
const waiting = [];
let running = 0;
let timer = 0;

effect(() => { if (!signedIn.value) { names.clear(); waiting.length = 0; } });

/** @param {{id: string, by: import('../../app/names.js').Naming}} who */
const read = ({ id, by }) => get(`/customers/${id}`, askedBy(by)).then(({ data }) => nameOf(data));

function work() {
  while (running < AT_ONCE && waiting.length) {
    const who = /** @type {typeof waiting[0]} */ (waiting.pop());
    running += 1;
    const done = (/** @type {string} */ name) => { const known = names.get(who.id); if (known) known.value = name; };
    read(who).then(done, () => done('')).finally(() => { running -= 1; work(); });
  }
}

/** A customer's name as a signal: empty until it is known. @param {string} id @param {import('../../app/names.js').Naming} by what names them */
export function whoIs(id, by) {
  let name = names.get(id);
  if (!name) {
    names.set(id, name = signal(''));
    waiting.push({ id, by });
    clearTimeout(timer);
    timer = window.setTimeout(work, SETTLED_MS);
  }
  return name;
}

/** Until the names of the people of all these entries are known, or some seconds are over. @param {import('./entries.js').Entry[]} entries @param {number} [seconds] */
export async function allNames(entries, seconds = 8) {
  const wanted = entries.flatMap((entry) => (entry.customer_id ? whoIs(entry.customer_id, namingOf(entry)) : []));
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end && (running || waiting.length) && wanted.some((name) => !name.value)) await new Promise((resolve) => { setTimeout(resolve, 100); });
}
