// Search from anywhere: `/` opens it. People, companies, resources, visitors, leads and screens.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Button } from '../ui/controls.js';
import { Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icons.js';
import { reasonOf } from './act.js';
import { nameOf } from './names.js';
import { ofTheirs } from './place.js';
import { find } from './request.js';
import { go } from './route.js';
import { offered } from './screens.js';
import { t } from './words.js';

/** @typedef {{key: string, label: string, note: string, icon: string, open: () => void}} Found */

/** @param {string} words @returns {Promise<Found[]>} */
async function findAll(words) {
  const [members, companies, resources, visits, leads] = await Promise.all([
    find('/members', { q: words, limit: 8, ...ofTheirs() }), find('/companies', { q: words, limit: 5, ...ofTheirs() }),
    find('/resources', { q: words, limit: 5 }), find('/visitor-visits', { q: words, limit: 5, ...ofTheirs() }), find('/leads', { q: words, limit: 5, ...ofTheirs() }),
  ]);
  return [
    ...members.map((one) => ({ key: one.id, label: nameOf(one), note: one.email, icon: 'user', open: () => go('person', one.id) })),
    ...companies.map((one) => ({ key: one.id, label: one.name, note: t('Company'), icon: 'people', open: () => go('person', one.id) })),
    ...resources.map((one) => ({ key: one.id, label: one.name, note: t('Resource'), icon: 'today', open: () => go('today', '', { resource: one.id }) })),
    ...visits.map((one) => ({ key: one.id, label: nameOf(one.visitor), note: t('Visitor'), icon: 'desk', open: () => go('desk', '', { visit: one.id }) })),
    ...leads.map((one) => ({ key: one.id, label: one.name, note: t('Lead'), icon: 'leads', open: () => go('leads', '', { lead: one.id }) })),
  ];
}

/** @param {{close: () => void}} props */
function SearchDialog({ close }) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState(/** @type {Found[]} */ ([]));
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useRef(0);
  useEffect(() => {
    const number = ++asked.current;
    const typed = words.trim();
    const named = offered().filter(({ title }) => title.toLowerCase().startsWith(typed.toLowerCase()));
    const places = named.map(({ path, title, icon }) => ({ key: path, label: title, note: t('Screen'), icon, open: () => go(path) }));
    if (typed.length < 2) { setFound(places); setProblem(''); return undefined; }
    const show = (/** @type {Found[]} */ records, refused = '') => { if (number === asked.current) { setFound([...records, ...places]); setProblem(refused); setChosen(0); } };
    const timer = setTimeout(() => findAll(typed).then(show, (refusal) => show([], reasonOf(refusal))), 150);
    return () => clearTimeout(timer);
  }, [words]);
  const open = (/** @type {Found | undefined} */ one) => { if (one) { close(); one.open(); } };
  const keys = (/** @type {any} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (step) { event.preventDefault(); setChosen((chosen + step + found.length) % Math.max(1, found.length)); }
    if (event.key === 'Enter') { event.preventDefault(); open(found[chosen]); }
  };
  return html`<${Dialog} title=${t('Search')} close=${close} class="search-dialog">
    <input dir="auto" type="search" autofocus role="combobox" aria-expanded="true" aria-controls="found" aria-activedescendant=${found[chosen] ? `found-${chosen}` : undefined}
      aria-label=${t('Search')} placeholder=${t('A name, an address, a room …')} value=${words} onInput=${(/** @type {any} */ event) => setWords(event.target.value)} onKeyDown=${keys} />
    <ul id="found" role="listbox" aria-label=${t('Found')}>${found.map((one, index) => html`<li key=${one.key} id=${`found-${index}`} role="option" aria-selected=${String(index === chosen)} onClick=${() => open(one)}>
      <${Icon} name=${one.icon} /><span dir="auto">${one.label}</span><small>${one.note}</small></li>`)}</ul>
    ${problem && html`<p class="problem" role="alert">${t('It could not be looked for. {reason}', { reason: problem })}</p>`}
    ${words.trim().length > 1 && !found.length && !problem && html`<p class="quiet">${t('Nothing was found.')}</p>`}<//>`;
}

export function Search() {
  const [isOpen, setOpen] = useState(false);
  // The key works as soon as the page is seen: what waits for a quiet moment waits for long while a day is read.
  useLayoutEffect(() => {
    const keys = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select, [contenteditable]')) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, []);
  return html`<${Button} kind="quiet" class="search-button" icon="search" label=${t('Search')} aria-keyshortcuts="/" act=${() => { setOpen(true); }} />
    ${isOpen && html`<${SearchDialog} close=${() => setOpen(false)} />`}`;
}
