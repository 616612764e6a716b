// Who something is for: a member or a company, found by typing.
import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';
import { reasonOf } from '../app/act.js';
import { nameOf, useCustomerName } from '../app/names.js';
import { ofTheirs } from '../app/place.js';
import { find } from '../app/request.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';

/** @typedef {{id: string, name: string, note: string}} Candidate */

/** @param {string} words @returns {Promise<Candidate[]>} */
async function findCustomers(words) {
  const [members, companies] = await Promise.all([find('/members', { q: words, limit: 8, status: 'active', ...ofTheirs() }), find('/companies', { q: words, limit: 4, ...ofTheirs() })]);
  return [
    ...members.map((one) => ({ id: one.id, name: nameOf(one), note: one.email })),
    ...companies.map((one) => ({ id: one.id, name: one.name, note: t('Company') })),
  ];
}

/**
 * A field for a customer. `choose` gets the id, or an empty text when the choice is taken back.
 * @param {{label?: string, value: string, choose: (id: string, name: string) => void, problem?: string}} props
 */
export function CustomerField({ label = t('Customer'), value, choose, problem }) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState(/** @type {Candidate[]} */ ([]));
  const [refused, setRefused] = useState('');
  const [at, setAt] = useState(0);
  const name = useCustomerName(value || null);
  const id = useId();
  const asked = useRef(0);
  useEffect(() => {
    const number = ++asked.current;
    if (words.trim().length < 2) { setFound([]); setRefused(''); return undefined; }
    const show = (/** @type {Candidate[]} */ candidates, reason = '') => { if (number === asked.current) { setFound(candidates); setRefused(reason); setAt(0); } };
    const timer = setTimeout(() => findCustomers(words.trim()).then(show, (refusal) => show([], reasonOf(refusal))), 150);
    return () => clearTimeout(timer);
  }, [words]);
  const take = (/** @type {Candidate | undefined} */ one) => {
    if (!one) return;
    choose(one.id, one.name);
    setWords('');
    setFound([]);
    // The field is gone, and with it the focus: it goes to what stands there instead.
    setTimeout(() => document.getElementById(id)?.focus());
  };
  const keys = (/** @type {any} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[/** @type {string} */ (event.key)];
    if (step && found.length) { event.preventDefault(); setAt((at + step + found.length) % found.length); }
    if (event.key === 'Enter' && found.length) { event.preventDefault(); take(found[at]); }
    if (event.key === 'Escape' && found.length) { event.stopPropagation(); event.preventDefault(); setFound([]); }
  };
  return html`<div class=${`field customer-field ${problem ? 'wrong' : ''}`}><label for=${id}>${label}</label>
    ${value ? html`<div class="across"><strong class="truncate" dir="auto">${name || '…'}</strong><${Button} id=${id} act=${() => choose('', '')}>${t('Change')}<//></div>` : html`
    <input id=${id} type="search" role="combobox" autocomplete="off" aria-expanded=${String(found.length > 0)} aria-controls=${`${id}-found`} aria-invalid=${problem ? 'true' : undefined}
      aria-activedescendant=${found.length ? `${id}-${at}` : undefined} dir="auto" placeholder=${t('Name or e-mail address')} value=${words}
      onInput=${(/** @type {any} */ event) => setWords(event.target.value)} onKeyDown=${keys} />
    <ul id=${`${id}-found`} role="listbox" aria-label=${label} class="candidates">${found.map((one, index) => html`<li key=${one.id} id=${`${id}-${index}`} role="option"
      aria-selected=${String(index === at)} onMouseDown=${(/** @type {any} */ event) => { event.preventDefault(); take(one); }}><span dir="auto">${one.name}</span> <small>${one.note}</small></li>`)}</ul>`}
    ${refused && html`<small class="problem" role="alert">${t('It could not be looked for. {reason}', { reason: refused })}</small>`}
    ${problem && html`<small class="problem">${problem}</small>`}</div>`;
}
