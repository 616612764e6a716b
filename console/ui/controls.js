// Buttons, fields and small marks.
import { html, useEffect, useId, useRef, useState } from '../vendor/preact.js';
import { t, word } from '../app/words.js';
import { Icon } from './icons.js';

/**
 * A button. `act` may return a promise: the button is busy until it is over, and a second press does nothing meanwhile.
 * @param {{act?: (event: any) => any, kind?: 'primary' | 'plain' | 'quiet' | 'danger', icon?: string, label?: string, type?: string, disabled?: boolean, busy?: boolean, class?: string, children?: any, [other: string]: any}} props
 */
export function Button({ act, kind = 'plain', icon, label, type = 'button', disabled, busy, class: of = '', children, ...others }) {
  const [isBusy, setBusy] = useState(false);
  const press = act && (async (/** @type {any} */ event) => {
    if (isBusy) return;
    setBusy(true);
    try { await act(event); } finally { setBusy(false); }
  });
  const attributes = { ...others, ...(label && { 'aria-label': label, title: label }), ...((isBusy || busy) && { 'aria-busy': 'true' }) };
  return html`<button class=${`button ${kind} ${children ? '' : 'only-icon'} ${of}`} type=${type} disabled=${disabled} onClick=${press} ...${attributes}>
    ${icon && html`<${Icon} name=${icon} />`}${children && html`<span>${children}</span>`}</button>`;
}

/** A link to another screen. @param {{to: string, icon?: string, class?: string, children?: any, [other: string]: any}} props */
export const Link = ({ to, icon, class: of = '', children, ...others }) =>
  html`<a class=${of} href=${to} ...${others}>${icon && html`<${Icon} name=${icon} />`}${children}</a>`;

/** What states mean, for their colour: status, never area. */
const TONES = /** @type {Record<string, string>} */ ({
  active: 'good', confirmed: 'good', paid: 'good', checked_in: 'good', completed: 'good', published: 'good', approved: 'good', solved: 'good', delivered: 'good', accepted: 'good', signed: 'good', issued: 'info', on_site: 'good', sent: 'good', won: 'good', succeeded: 'good',
  pending: 'waiting', waiting: 'waiting', open: 'info', new: 'info', draft: 'quiet', offered: 'waiting', in_progress: 'info', invited: 'info', expected: 'info', trialing: 'info', past_due: 'bad', paused: 'quiet', partially_paid: 'waiting', ready: 'waiting', awaiting_signatures: 'waiting', sent_for_signature: 'waiting', contacted: 'info', tour_scheduled: 'waiting', offer_made: 'waiting', queued: 'waiting', running: 'info',
  overdue: 'bad', failed: 'bad', uncollectible: 'bad', rejected: 'bad', declined: 'bad', blocked: 'bad', no_show: 'bad', refused: 'bad', disabled: 'bad',
  cancelled: 'quiet', archived: 'quiet', expired: 'quiet', ended: 'quiet', closed: 'quiet', void: 'quiet', checked_out: 'quiet', withdrawn: 'quiet', left: 'quiet', lost: 'quiet',
});

/** A state as a word on a colour. @param {{status: string, label?: string}} props */
export const Status = ({ status, label }) => html`<span class=${`status ${TONES[status] ?? 'quiet'}`}>${label ?? word(status)}</span>`;

/** @param {{tone?: string, children?: any}} props */
export const Badge = ({ tone = 'quiet', children }) => html`<span class=${`status ${tone}`}>${children}</span>`;

/**
 * A field with its label, hint and problem. `children` gets the attributes that its input needs.
 * @param {{label: string, hint?: any, problem?: string, class?: string, children: (attributes: any) => any}} props
 */
export function Field({ label, hint, problem, class: of = '', children }) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return html`<div class=${`field ${of} ${problem ? 'wrong' : ''}`}>
    <label for=${id} dir="auto">${label}</label>
    ${children({ id, 'aria-describedby': described || undefined, 'aria-invalid': problem ? 'true' : undefined })}
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
    ${problem && html`<small class="problem" id=${`${id}-problem`}>${problem}</small>`}
  </div>`;
}

/** A choice among few, all of which are seen. @param {{label: string, value: string, options: {value: string, label: string}[], choose: (value: string) => void}} props */
export const Choice = ({ label, value, options, choose }) => html`<div class="choice" role="group" aria-label=${label}>
  ${options.map((option) => html`<button type="button" key=${option.value} aria-pressed=${String(option.value === value)} onClick=${() => choose(option.value)}>${option.label}</button>`)}
</div>`;

/** Pages of a screen. @param {{label: string, value: string, tabs: {value: string, label: string, count?: number, href: string}[]}} props */
export function Tabs({ label, value, tabs }) {
  const place = useRef(/** @type {any} */ (null));
  // On a phone the page that is shown may stand beyond the edge.
  useEffect(() => place.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [value]);
  return html`<nav class="tabs" aria-label=${label} ref=${place}>
  ${tabs.map((tab) => html`<a key=${tab.value} href=${tab.href} aria-current=${tab.value === value ? 'page' : undefined}>${tab.label}${tab.count ? html` <span class="count">${tab.count}</span>` : ''}</a>`)}
  </nav>`;
}

/** Terms with what they say. @param {{pairs: [string, any][]}} props */
export const Facts = ({ pairs }) => html`<dl class="facts">${pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
  .map(([term, value]) => html`<div key=${term}><dt>${term}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;

/** @param {{label?: string, search: (words: string) => void, value?: string}} props without a value the field keeps its own */
export const SearchField = ({ label = t('Search'), search, value }) => html`<label class="search-field"><${Icon} name="search" />
  <input type="search" dir="auto" aria-label=${label} placeholder=${label} value=${value} onInput=${(/** @type {any} */ event) => search(event.target.value)} /></label>`;
