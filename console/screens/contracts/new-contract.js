// A new contract, as a draft: from a template, for a customer, about a plan.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { place, zone } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { go } from '../../app/route.js';
import { currentTime, dayOf } from '../../app/time.js';
import { t } from '../../app/words.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { noticeEnds } from '../../ui/notice.js';

/** The request that the form stands for. @param {any} values @param {any} customer */
function contractOf(values, customer) {
  const signer = { type: 'customer', name: values.signer_name || customer?.name || '', email: values.signer_email || customer?.email || '' };
  return {
    template_id: values.template_id, location_id: place.value.id, customer_id: values.customer_id, title: values.title, type: values.type, start_date: values.start_date,
    ...(values.end_date && { end_date: values.end_date }), ...(values.notice_months !== '' && { notice_months: Number(values.notice_months) }), ...(values.notice_days !== '' && { notice_days: Number(values.notice_days) }), notice_ends_with: values.notice_ends_with,
    signature_method: values.signature_method, signers: [signer],
    items: values.plan_id ? [{ kind: 'plan', membership_plan_id: values.plan_id }] : [{ kind: 'one_off', description: values.description, price: Number(values.price) }],
    on_signed: values.plan_id ? 'create_subscriptions' : 'create_invoice',
  };
}

const options = (/** @type {any[] | undefined} */ records, /** @type {(record: any) => string} */ name, /** @type {string} */ none) =>
  [{ value: '', label: none }, ...(records ?? []).map((one) => ({ value: one.id, label: name(one) }))];

/** @param {{close: () => void}} props */
export function NewContract({ close }) {
  const templates = useAll('/contract-templates', { location_id: place.value?.id });
  const plans = useAll('/memberships', { location_id: place.value?.id });
  const form = useForm({
    initial: { template_id: '', customer_id: '', title: '', type: 'membership', start_date: dayOf(currentTime(), zone.value), end_date: '', notice_months: '', notice_days: '30', notice_ends_with: 'period', plan_id: '', description: '', price: '', signature_method: 'e_signature', signer_name: '', signer_email: '' },
    draft: `new-contract.${place.value.id}`,
    send: (values, key) => post('/contracts', contractOf(values, customer.data), { key }),
    done: ({ data }) => { invalidate(['contract']); tell(t('The draft is made.')); close(); go('contracts', '', { tab: 'drafts', contract: data.id }); },
  });
  const customer = useRecord(form.values.customer_id ? `/customers/${form.values.customer_id}` : null);
  const types = ['membership', 'licence', 'lease', 'other'].map((value) => ({ value, label: { membership: t('Membership'), licence: t('Licence'), lease: t('Lease'), other: t('Other') }[value] ?? value }));
  const methods = [{ value: 'e_signature', label: t('By a link in a letter') }, { value: 'manual', label: t('On paper') }];
  return html`<${Dialog} title=${t('New contract')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="template_id" label=${t('Template')} options=${options(templates.data, (one) => one.title, t('Choose a template'))} required />
    <${CustomerField} value=${form.values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
    <${Input} form=${form} name="title" label=${t('Title')} required maxlength="200" />
    <div class="fields"><${Input} form=${form} name="type" label=${t('Type')} options=${types} /><${Input} form=${form} name="signature_method" label=${t('How it is signed')} options=${methods} />
      <${Input} form=${form} name="start_date" type="date" label=${t('From')} required /><${Input} form=${form} name="end_date" type="date" label=${t('Until')} hint=${t('Open-ended when left out')} />
      <${Input} form=${form} name="notice_months" type="number" min="0" max="24" label=${t('Months of notice')} /><${Input} form=${form} name="notice_days" type="number" min="0" max="730" label=${t('Days of notice')} />
      ${!form.values.end_date && html`<${Input} form=${form} name="notice_ends_with" label=${t('Notice ends it with')} options=${noticeEnds()} />`}</div>
    <${Input} form=${form} name="plan_id" label=${t('Membership plan')} options=${options(plans.data, (one) => one.name, t('None: something charged once'))} />
    ${!form.values.plan_id && html`<div class="fields"><${Input} form=${form} name="description" label=${t('What is charged')} required /><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price')} required /></div>`}
    <div class="fields"><${Input} form=${form} name="signer_name" label=${t('Signer')} hint=${t('The customer when left out')} /><${Input} form=${form} name="signer_email" type="email" label=${t('Signer’s e-mail address')} /></div>
    <${FormProblem} form=${form} fields=${['template_id', 'customer_id', 'title', 'start_date', 'end_date', 'notice_months', 'notice_days', 'notice_ends_with']} />
    <${FormActions} form=${form} label=${t('Make a draft')} close=${close} /></form><//>`;
}
