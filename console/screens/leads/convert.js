// A lead is won: it becomes a member, a registration, an invitation, or the draft of a contract.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { isAdmin } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { EditLead } from './lead-form.js';
import { wantedOf } from './lead-words.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['lead', 'member', 'member_registration', 'subscription', 'contract', 'invoice']);

/** What a lead may become, and what that means. Those who run some locations make no contracts. */
const kinds = () => [
  { value: 'member', label: t('A member, at once'), about: t('Somebody with this e-mail address who is a member already is linked. A plan is begun on their page.') },
  { value: 'registration', label: t('A registration that is approved'), about: t('It waits among the registrations, with the plan; where the plan needs no approval they are a member at once.') },
  { value: 'invitation', label: t('An invitation'), about: t('They get a letter, and become a member when they accept.') },
  ...(isAdmin.value ? [{ value: 'contract', label: t('The draft of a contract'), about: t('Its items are the plan for each desk, and the room. Everything else is changed in the draft.') }] : []),
];

/** What is missing of a lead before it becomes this. @param {any} lead @param {any} values */
function missingOf(lead, { to, customer_id: customer }) {
  if (!lead.email && !(to === 'contract' && customer)) return t('The lead has no e-mail address, by which people are registered and become members.');
  if (to === 'contract' && !lead.membership_plan_id && !lead.resource_id) return t('The lead says neither a plan nor a room, of which the contract would be.');
  return '';
}

/** The request that the form stands for. @param {any} values */
const requestOf = ({ to, ...contract }) => (to === 'contract' ? { to, contract: Object.fromEntries(Object.entries(contract).filter(([, value]) => value !== '')) } : { to });

/** A contract's fields, whose problems the API names under `contract`. @param {{form: any, lead: any}} props */
function ContractFields({ form, lead }) {
  const templates = useAll('/contract-templates', { location_id: lead.location_id });
  const its = { ...form, problemOf: (/** @type {string} */ field) => form.problemOf(`contract.${field}`) };
  const options = [{ value: '', label: t('Choose a template') }, ...(templates.data ?? []).map((/** @type {any} */ one) => ({ value: one.id, label: one.title }))];
  return html`<${Input} form=${its} name="template_id" label=${t('Template')} options=${options} hint=${templates.data?.length === 0 ? t('The location has no template yet.') : ''} required />
    <${CustomerField} label=${t('With whom, if not with the lead')} value=${form.values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${its.problemOf('customer_id')} />
    <div class="fields"><${Input} form=${its} name="start_date" type="date" label=${t('From')} required /><${Input} form=${its} name="end_date" type="date" label=${t('Until')} hint=${t('Open-ended when left out')} /></div>
    ${form.problemOf('contract.signers') && html`<p class="problem">${form.problemOf('contract.signers')}</p>`}`;
}

/** @param {{lead: any, close: () => void}} props */
function Form({ lead, close }) {
  const [isEditing, setEditing] = useState(false);
  const form = useForm({
    initial: { to: 'member', template_id: '', customer_id: '', start_date: lead.wanted_start ?? '', end_date: '' }, draft: `convert-lead.${lead.id}`,
    send: (values, key) => post(`/leads/${lead.id}/convert`, requestOf(values), { key }),
    done: () => { invalidate(TYPES); tell(t('{name} is won.', { name: lead.name })); close(); ask({ lead: lead.id }); },
  });
  const { to } = form.values;
  const missing = missingOf(lead, form.values);
  const wanted = wantedOf(lead);
  const shown = to === 'contract' ? ['contract.template_id', 'contract.customer_id', 'contract.start_date', 'contract.end_date', 'contract.signers'] : [];
  return html`<form onSubmit=${form.submit}>${wanted && html`<p class="quiet" dir="auto">${wanted}</p>`}
    <fieldset class="ways"><legend>${t('What becomes of it')}</legend>${kinds().map(({ value, label, about }) => html`<label class="check" key=${value}><input type="radio" name="to" value=${value} checked=${value === to} onChange=${() => form.set({ to: value })} /> <span>${label}<small>${about}</small></span></label>`)}</fieldset>
    ${to === 'contract' && html`<${ContractFields} form=${form} lead=${lead} />`}
    ${missing && html`<div class="problem-box" role="alert"><p>${missing}</p><${Button} act=${() => setEditing(true)}>${t('Edit the lead')}<//></div>`}
    <${FormProblem} form=${form} fields=${shown} />
    ${missing ? html`<div class="actions"><${Button} act=${close}>${t('Back')}<//></div>` : html`<${FormActions} form=${form} label=${t('It is won')} close=${close} />`}</form>
    ${isEditing && html`<${EditLead} lead=${lead} close=${() => setEditing(false)} />`}`;
}

/** @param {{id: string, close: () => void}} props */
export function ConvertLead({ id, close }) {
  const lead = useRecord(`/leads/${id}`, { expand: 'membership_plan,owner,resource' });
  return html`<${Dialog} title=${t('{name} becomes a customer', { name: lead.data?.name ?? '…' })} close=${close}><${Read} of=${lead} lines=${4}>${(/** @type {any} */ record) => html`<${Form} lead=${record} close=${close} />`}<//><//>`;
}
