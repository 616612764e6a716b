// The people of a company: their roles, what they may spend, who comes and who goes.
import { html, useState } from '../../vendor/preact.js';
import { act, tell } from '../../app/act.js';
import { useCustomerName } from '../../app/names.js';
import { invalidate, showChanged, useList } from '../../app/records.js';
import { post, put, remove } from '../../app/request.js';
import { link } from '../../app/route.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { Confirm, Dialog } from '../../ui/dialog.js';
import { Conflict, useEditing } from '../../ui/editing.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty } from '../../ui/states.js';
import { List } from './list.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['company_member', 'company', 'member']);
const roles = () => [{ value: 'member', label: t('Member') }, { value: 'manager', label: t('Manager') }];

/** @param {{place: any}} props */
const Name = ({ place: { id, member_id: member } }) => html`<a class="truncate" dir="auto" href=${link('person', member)}>${useCustomerName(member, { type: 'company_member', id }) || '…'}</a>`;

/** @param {any} place @param {any} changes */
const change = (place, changes) => {
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, place[name]]));
  const path = /** @type {any} */ (`/companies/${place.company_id}/members/${place.member_id}`);
  return act({ send: () => put(path, changes), types: TYPES, done: t('It is changed.'), undo: () => put(path, before), show: () => showChanged(place.id, (one) => ({ ...one, ...changes })) });
};

/** @param {{place: any}} props */
const Role = ({ place }) => html`<select aria-label=${t('Role')} value=${place.role} onChange=${(/** @type {any} */ event) => change(place, { role: event.target.value })}>${roles().map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === place.role}>${label}</option>`)}</select>`;

/** @param {any} place */
const spending = (place) => (!place.may_use_company_credits ? t('No') : place.monthly_credit_limit === null ? t('Yes, without a limit') : plural(place.monthly_credit_limit, 'Up to {count} a month', 'Up to {count} a month'));

/** @param {(place: any, what: string) => void} open */
const columns = (open) => [
  { name: 'name', label: t('Name'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<${Name} place=${one} />` },
  { name: 'role', label: t('Role'), width: '9rem', show: (/** @type {any} */ one) => html`<${Role} place=${one} />` },
  { name: 'credits', label: t('Spends its credits'), width: 'minmax(0, 1.2fr)', show: (/** @type {any} */ one) => html`<button type="button" class="as-link" onClick=${() => open(one, 'credits')}>${spending(one)}</button>` },
  { name: 'away', label: '', width: '7rem', show: (/** @type {any} */ one) => html`<${Button} act=${() => open(one, 'remove')}>${t('Remove')}<//>` },
];

/** @param {{company: string, close: () => void}} props */
function AddPerson({ company, close }) {
  const form = useForm({
    initial: { member_id: '', role: 'member', may_use_company_credits: true, monthly_credit_limit: '' }, draft: `place.${company}`,
    send: ({ monthly_credit_limit: limit, ...values }, key) => post(`/companies/${company}/members`, { ...values, ...(limit !== '' && { monthly_credit_limit: Number(limit) }) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The person is in the company.')); close(); },
  });
  return html`<${Dialog} title=${t('Add somebody')} close=${close}><form onSubmit=${form.submit}>
    <${CustomerField} label=${t('Member')} value=${form.values.member_id} choose=${(/** @type {string} */ id) => form.set({ member_id: id })} problem=${form.problemOf('member_id')} />
    <div class="fields"><${Input} form=${form} name="role" label=${t('Role')} hint=${t('The first one is a manager')} options=${roles()} /><${Input} form=${form} name="monthly_credit_limit" type="number" min="0" label=${t('Credits a month at most')} hint=${t('No limit when left out')} /></div>
    <${Input} form=${form} type="checkbox" name="may_use_company_credits" label=${t('May spend the company’s credits')} />
    <${FormProblem} form=${form} fields=${['member_id', 'role', 'monthly_credit_limit']} /><${FormActions} form=${form} label=${t('Add')} close=${close} /></form><//>`;
}

const spendingOf = (/** @type {any} */ { may_use_company_credits: may, monthly_credit_limit: limit }) => ({ may, limit: limit === null ? '' : String(limit) });
const allowedBy = (/** @type {any} */ { may, limit }) => ({ may_use_company_credits: may, monthly_credit_limit: limit === '' ? null : Number(limit) });

/** @param {{place: any, close: () => void}} props */
function Spending({ place, close }) {
  const path = /** @type {any} */ (`/companies/${place.company_id}/members/${place.member_id}`);
  const editing = useEditing({ path, record: place, values: spendingOf, request: allowedBy, done: t('It is changed.'), types: TYPES, name: 'spending', close });
  const { form, isConflict } = editing;
  return html`<${Dialog} title=${t('The company’s credits')} close=${close}><form onSubmit=${form.submit}><${Conflict} editing=${editing} /><${Input} form=${form} type="checkbox" name="may" label=${t('May spend the company’s credits')} />
    <${Input} form=${{ ...form, problemOf: () => form.problemOf('monthly_credit_limit') }} name="limit" type="number" min="0" label=${t('Credits a month at most')} hint=${t('No limit when left out')} />${!isConflict && html`<${FormProblem} form=${form} fields=${['monthly_credit_limit']} />`}<${FormActions} form=${form} label=${t('Save')} close=${close} /></form><//>`;
}

/** @param {any} place */
const removed = (place) => act({
  send: () => remove(/** @type {any} */ (`/companies/${place.company_id}/members/${place.member_id}`)), types: TYPES, done: t('The person is not in the company any more.'), show: () => showChanged(place.id, () => null),
  undo: () => post(`/companies/${place.company_id}/members`, { member_id: place.member_id, role: place.role, may_use_company_credits: place.may_use_company_credits, ...(place.monthly_credit_limit !== null && { monthly_credit_limit: place.monthly_credit_limit }) }),
});

/** @param {{of: any}} props */
export function CompanyMembers({ of }) {
  const list = useList(`/companies/${of.id}/members`);
  const [asked, setAsked] = useState(/** @type {{place?: any, what: string}} */ ({ what: '' }));
  const close = () => setAsked({ what: '' });
  return html`<div class="head-line"><span class="spring" />${of.status === 'active' && html`<${Button} kind="primary" icon="add" act=${() => { setAsked({ what: 'add' }); }}>${t('Add somebody')}<//>`}</div>
    <${List} of=${list} label=${t('Its people')} columns=${columns((place, what) => setAsked({ place, what }))} empty=${html`<${Empty} title=${t('Nobody is in it yet.')} icon="people"><p>${t('The first one is its manager.')}</p><//>`} />
    ${asked.what === 'add' && html`<${AddPerson} company=${of.id} close=${close} />`}${asked.what === 'credits' && html`<${Spending} place=${asked.place} close=${close} />`}
    ${asked.what === 'remove' && html`<${Confirm} title=${t('Remove this person?')} label=${t('Remove')} close=${close} agree=${() => removed(asked.place)}><p>${t('What was booked and billed stays with the company.')}</p><//>`}`;
}
