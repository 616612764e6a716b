// Fields of a booking policy: of one resource, of several at once, and of what new resources begin with.
import { html, useState } from '../../vendor/preact.js';
import { showMinutes } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Input } from '../../ui/form.js';
import { numberOr } from './spec.js';

/** Groups of a policy, with the fields of each by its path in a resource. */
export const POLICY = /** @type {Record<string, import('./spec.js').Spec>} */ ({
  lengths: { step_minutes: 'optional', min_minutes: 'optional', max_minutes: 'optional' },
  times: { lead_time_minutes: 'optional', book_ahead_days: 'optional' },
  pauses: { buffer_before_minutes: 'number', buffer_after_minutes: 'number', cooldown_minutes: 'number', max_free_bookings: 'optional' },
  cancellation: { 'cancellation_policy.free_minutes': 'number', 'cancellation_policy.member_ladder': 'steps', 'cancellation_policy.public_ladder': 'steps', 'cancellation_policy.no_show_fee_percent': 'optional' },
  checkIn: { 'check_in.enabled': 'raw', 'check_in.opens_minutes': 'number', 'check_in.auto_release_minutes': 'optional' },
});
export const WHOLE_POLICY = /** @type {import('./spec.js').Spec} */ (Object.assign({}, ...Object.values(POLICY)));

export const policyTitles = () => /** @type {Record<string, string>} */ ({ lengths: t('How long'), times: t('How early'), pauses: t('Pauses and limits'), cancellation: t('Cancellation'), checkIn: t('Check-in') });

/** The spec under a group of another record, such as `booking_defaults` of the merchant. @param {import('./spec.js').Spec} spec @param {string} prefix @returns {import('./spec.js').Spec} */
export const under = (spec, prefix) => Object.fromEntries(Object.entries(spec).map(([path, kind]) => [prefix + path, kind]));

/** A number of minutes, with what it is in hours. @param {{form: any, name: string, label: string, none?: string, [other: string]: any}} props */
export function Minutes({ form, name, label, none, ...others }) {
  const value = form.values[name];
  const hint = value === '' || value === undefined ? none : Number(value) >= 60 ? showMinutes(Number(value)) : t('Minutes');
  return html`<${Input} form=${form} name=${name} type="number" min="0" label=${label} hint=${hint} ...${others} />`;
}

/** Minutes that are typed as hours. @param {{minutes: any, change: (minutes: any) => void}} props */
function Hours({ minutes, change }) {
  const meant = (/** @type {string} */ text) => (text === '' ? '' : Math.round(Number(text) * 60));
  const [typed, setTyped] = useState('');
  const shown = meant(typed) === minutes ? typed : String(minutes / 60);
  return html`<input type="number" min="0" step="any" required value=${shown} aria-label=${t('Hours before the start')} onInput=${(/** @type {any} */ event) => { setTyped(event.target.value); change(meant(event.target.value)); }} />`;
}

/** Steps of what a cancellation costs. @param {{form: any, name: string, label: string}} props */
function Ladder({ form, name, label }) {
  const steps = /** @type {{minutes_before: number, fee_percent: number}[]} */ (form.values[name] ?? []);
  const set = (/** @type {any[]} */ next) => form.set({ [name]: next });
  const change = (/** @type {number} */ index, /** @type {any} */ changes) => set(steps.map((step, place) => (place === index ? { ...step, ...changes } : step)));
  return html`<fieldset class="boxes"><legend>${label}</legend><ul class="plain lines">${steps.map((step, index) => html`<li key=${index}>
      <label>${t('Less than')} <${Hours} minutes=${step.minutes_before} change=${(/** @type {any} */ minutes) => change(index, { minutes_before: minutes })} /> ${t('hours before')}</label>
      <label><input type="number" min="0" max="100" step="any" required value=${String(step.fee_percent)} aria-label=${t('Fee in percent')} onInput=${(/** @type {any} */ event) => change(index, { fee_percent: numberOr(event.target.value) })} /> %</label>
      <${Button} kind="quiet" icon="close" label=${t('Take this step away')} act=${() => set(steps.filter((_, place) => place !== index))} /></li>`)}</ul>
    ${form.problemOf(name) && html`<small class="problem">${form.problemOf(name)}</small>`}
    <${Button} icon="add" act=${() => set([...steps, { minutes_before: steps.length ? Math.round(steps[steps.length - 1].minutes_before / 2) : 1_440, fee_percent: 50 }])}>${t('Add a step')}<//></fieldset>`;
}

/** Fields of one group. @param {{form: any, group: string, prefix?: string}} props */
export function PolicyFields({ form, group, prefix = '' }) {
  const name = (/** @type {string} */ path) => prefix + path;
  if (group === 'lengths') return html`<div class="fields"><${Minutes} form=${form} name=${name('step_minutes')} label=${t('Step')} none=${t('Any length')} /><${Minutes} form=${form} name=${name('min_minutes')} label=${t('At least')} none=${t('No limit')} /><${Minutes} form=${form} name=${name('max_minutes')} label=${t('At most')} none=${t('No limit')} /></div>`;
  if (group === 'times') return html`<div class="fields"><${Minutes} form=${form} name=${name('lead_time_minutes')} label=${t('Minutes before the start')} none=${t('Until it begins, and later')} /><${Input} form=${form} type="number" min="0" name=${name('book_ahead_days')} label=${t('Days ahead at most')} hint=${form.values[name('book_ahead_days')] === '' ? t('No limit') : ''} /></div>`;
  if (group === 'pauses') return html`<div class="fields"><${Minutes} form=${form} name=${name('buffer_before_minutes')} label=${t('Pause before')} required /><${Minutes} form=${form} name=${name('buffer_after_minutes')} label=${t('Pause after')} required />
    <${Minutes} form=${form} name=${name('cooldown_minutes')} label=${t('Pause of the same customer')} required /><${Input} form=${form} type="number" min="1" name=${name('max_free_bookings')} label=${t('Free bookings to come')} hint=${form.values[name('max_free_bookings')] === '' ? t('No limit') : t('at most, of one customer')} /></div>`;
  if (group === 'checkIn') return html`<${Input} form=${form} type="checkbox" name=${name('check_in.enabled')} label=${t('People check in to their booking')} />
    <div class="fields"><${Minutes} form=${form} name=${name('check_in.opens_minutes')} label=${t('Opens before the start')} required /><${Minutes} form=${form} name=${name('check_in.auto_release_minutes')} label=${t('Released when nobody came after')} none=${t('Never')} /></div>`;
  return html`<div class="fields"><${Minutes} form=${form} name=${name('cancellation_policy.free_minutes')} label=${t('Free after booking for')} required /><${Input} form=${form} type="number" min="0" max="100" step="any" name=${name('cancellation_policy.no_show_fee_percent')} label=${t('Who does not come pays, in percent')} hint=${form.values[name('cancellation_policy.no_show_fee_percent')] === '' ? t('Nothing is said') : ''} /></div>
    <${Ladder} form=${form} name=${name('cancellation_policy.member_ladder')} label=${t('What members pay')} /><${Ladder} form=${form} name=${name('cancellation_policy.public_ladder')} label=${t('What others pay')} />`;
}
