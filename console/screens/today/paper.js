// The day on paper, and whether the page is as narrow as a phone's.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { t } from '../../app/words.js';
import { Agenda } from './agenda.js';
import { allNames } from './who.js';

/** Prints when the names of everybody are known, also of those whose rooms were not looked at. @param {Map<string, import('./entries.js').Entry[]>} entries */
export async function printDay(entries) {
  await allNames([...entries.values()].flat().filter(({ customer_id: id }) => id));
  print();
}

/** Only made for the printer: a list of all rooms is no part of the page otherwise. @param {{title: string, place: string, rows: any[], entries: Map<string, any[]>, stretch: any}} props */
export function Paper({ title, place, rows, entries, stretch }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const [begin, end] = [() => setPrinting(true), () => setPrinting(false)];
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => { removeEventListener('beforeprint', begin); removeEventListener('afterprint', end); };
  }, []);
  if (!isPrinting) return null;
  const isWritten = (/** @type {any} */ row) => row.kind === 'resource' && entries.has(row.key);
  const written = rows.filter((row, index) => isWritten(row) || (row.kind === 'group' && !row.isClosed && rows.slice(index + 1, index + 1 + row.count).some(isWritten)));
  return html`<div class="paper"><h1>${t('{place}: {day}', { place, day: title })}</h1><${Agenda} rows=${written} entries=${entries} stretch=${stretch} /></div>`;
}

export function useIsNarrow() {
  const [query] = useState(() => matchMedia('(max-width: 40rem)'));
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const change = () => setNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isNarrow;
}
