// The merchant's own accounts, before those of the chart; and cost centres of locations.
import { html } from '../../vendor/preact.js';
import { locations } from '../../app/place.js';
import { t, word } from '../../app/words.js';
import { Button, Field } from '../../ui/controls.js';
import { ACCOUNTS, KINDS, isByKind } from './books-words.js';
import { numberOr } from './spec.js';

/** What is sent of accounts whose numbers are typed. @param {any[]} accounts */
export const sentAccounts = (accounts) => accounts.map((one) => ({ ...one, name: one.name.trim(), tax_rate: one.tax_rate === null ? null : Number(one.tax_rate) }));

const NEW = { account: 'revenue', kind: null, tax_rate: null, number: '', name: '', posting_key: '' };
const FIELDS = ['account', 'kind', 'tax_rate', 'number', 'name', 'posting_key'];

/** @param {{form: any, place: number, one: any, change: (changes: any) => void, away: () => void}} props */
function Account({ form, place, one, change, away }) {
  const problem = (/** @type {string} */ field) => form.problemOf(`accounts[${place}].${field}`);
  const whole = !FIELDS.some(problem) && form.problemOf(`accounts[${place}]`);
  const text = (/** @type {string} */ field, /** @type {string} */ label, /** @type {any} */ others, of = '') => html`<${Field} class=${of} label=${label} problem=${problem(field)}>${(/** @type {any} */ attributes) => html`<input value=${one[field]} onInput=${(/** @type {any} */ event) => change({ [field]: event.target.value })} ...${attributes} ...${others} />`}<//>`;
  const choice = (/** @type {string} */ field, /** @type {string} */ label, /** @type {{value: string, label: string}[]} */ options, /** @type {(value: string) => any} */ chosen) => html`<${Field} label=${label} problem=${problem(field)}>${(/** @type {any} */ attributes) => html`<select onChange=${(/** @type {any} */ event) => change(chosen(event.target.value))} ...${attributes}>${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.value === (one[field] ?? '')}>${option.label}</option>`)}</select>`}<//>`;
  return html`<li class="own-account" aria-label=${one.name || t('New account')}>
    ${text('number', t('Number'), { required: true, pattern: '[0-9]{1,9}', inputmode: 'numeric', maxlength: 9 })}${text('name', t('Name'), { required: true, maxlength: 200 }, 'grow')}
    ${choice('account', t('Of the journal'), ACCOUNTS.map((value) => ({ value, label: word(value) })), (account) => ({ account, ...(!isByKind(account) && { kind: null, tax_rate: null }) }))}
    ${isByKind(one.account) && choice('kind', t('Only for'), [{ value: '', label: t('All') }, ...KINDS.map((value) => ({ value, label: word(value) }))], (kind) => ({ kind: kind || null }))}
    ${isByKind(one.account) && html`<${Field} label=${t('At percent')} problem=${problem('tax_rate')}>${(/** @type {any} */ attributes) => html`<input type="number" min="0" max="100" step="any" value=${String(one.tax_rate ?? '')} placeholder=${t('All')} onInput=${(/** @type {any} */ event) => change({ tax_rate: event.target.value === '' ? null : numberOr(event.target.value) })} ...${attributes} />`}<//>`}
    ${text('posting_key', t('Posting key'), { pattern: '([0-9]{4})?', maxlength: 4, inputmode: 'numeric', placeholder: '0040', title: t('That of DATEV, such as 0040 where the account would compute tax by itself') })}
    <${Button} kind="quiet" icon="close" label=${t('Take account {number} away', { number: one.number })} act=${away} />
    ${whole && html`<small class="problem">${whole}</small>`}</li>`;
}

/** @param {{form: any}} props */
export function OwnAccounts({ form }) {
  const accounts = /** @type {any[]} */ (form.values.accounts);
  const set = (/** @type {any[]} */ next) => form.set({ accounts: next });
  const whole = form.problemOf('accounts');
  return html`<ul class="plain own-accounts">${accounts.map((one, place) => html`<${Account} key=${place} form=${form} place=${place} one=${one}
      change=${(/** @type {any} */ changes) => set(accounts.map((other, at) => (at === place ? { ...other, ...changes } : other)))} away=${() => set(accounts.filter((_, at) => at !== place))} />`)}</ul>
    ${!accounts.length && html`<p class="quiet">${t('None: the chart has all.')}</p>`}${whole && !accounts.some((_, place) => form.problemOf(`accounts[${place}]`)) && html`<p class="problem">${whole}</p>`}
    <${Button} icon="add" act=${() => set([...accounts, NEW])}>${t('Add an account')}<//>`;
}

/** A cost centre of each location; empty for none. @param {{form: any}} props */
export function CostCentres({ form }) {
  const centres = /** @type {{location_id: string, code: string}[]} */ (form.values.cost_centres);
  const codeOf = (/** @type {string} */ id) => centres.find(({ location_id: of }) => of === id)?.code ?? '';
  const change = (/** @type {string} */ id, /** @type {string} */ code) => form.set({ cost_centres: [...centres.filter(({ location_id: of }) => of !== id), ...(code ? [{ location_id: id, code }] : [])].sort((one, other) => one.location_id.localeCompare(other.location_id)) });
  const problemOf = (/** @type {string} */ id) => { const place = centres.findIndex(({ location_id: of }) => of === id); return place < 0 ? undefined : form.problemOf(`cost_centres[${place}]`); };
  return html`<div class="fields">${locations.value.map(({ id, name }) => html`<${Field} key=${id} label=${name} problem=${problemOf(id)}>${(/** @type {any} */ attributes) => html`<input value=${codeOf(id)} maxlength="36" pattern="[A-Za-z0-9._\\-]{1,36}" title=${t('Letters, digits, point, dash and underscore')} onInput=${(/** @type {any} */ event) => change(id, event.target.value.trim())} ...${attributes} />`}<//>`)}</div>`;
}
