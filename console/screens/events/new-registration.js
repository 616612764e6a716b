// Somebody is registered by the operator: a customer, or a guest by name and address.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { money } from '../../app/money.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Choice } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

/** @param {any} event @param {any} values */
function requestOf(event, values) {
  const who = values.who === 'guest' ? { guest: { name: values.name, email: values.email } } : { customer_id: values.customer_id };
  return { event_id: event.id, ...who, quantity: Number(values.quantity), ...(values.payment_source && { payment_source: values.payment_source }) };
}

/** @param {{event: any, close: () => void}} props */
export function NewRegistration({ event, close }) {
  const form = useForm({
    initial: { who: 'customer', customer_id: '', name: '', email: '', quantity: '1', payment_source: event.price ? 'invoice' : '' }, draft: `registration.${event.id}`,
    send: (values, key) => post('/event-registrations', requestOf(event, values), { key }),
    done: () => { invalidate(['event', 'event_registration']); tell(t('The registration is made.')); close(); },
  });
  const { values } = form;
  const sources = [{ value: 'invoice', label: t('On an invoice') }, { value: 'credits', label: t('With credits') }, { value: 'external', label: t('Paid outside') }, { value: 'none', label: t('Given away') }];
  const who = [{ value: 'customer', label: t('Member or company') }, { value: 'guest', label: t('Guest') }];
  return html`<${Dialog} title=${t('Register somebody')} close=${close}><form onSubmit=${form.submit}>
    <p><${Choice} label=${t('Who')} value=${values.who} options=${who} choose=${(/** @type {string} */ choice) => form.set({ who: choice })} /></p>
    ${values.who === 'customer' ? html`<${CustomerField} value=${values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${form.problemOf('customer_id')} />` : html`
      <div class="fields"><${Input} form=${form} name="name" label=${t('Name')} required /><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} required /></div>`}
    <${Input} form=${form} name="quantity" type="number" min="1" label=${t('Seats')} required />
    ${event.price > 0 && html`<${Input} form=${form} name="payment_source" label=${t('Payment')} options=${sources} hint=${t('{price} a seat, for members', { price: money(event.price, event.currency) })} />`}
    <${FormProblem} form=${form} fields=${['customer_id', 'quantity', 'payment_source']} /><${FormActions} form=${form} label=${t('Register')} close=${close} /></form><//>`;
}
