// A draft is begun by hand: for whom, and whether it takes what waits.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { ask } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { CustomerField } from '../../ui/customer.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

/** @param {{close: () => void}} props */
function Form({ close }) {
  const form = useForm({
    initial: { customer_id: '', pending_items: true }, draft: `money.new-invoice.${place.value.id}`,
    send: (values, key) => post('/invoices', { ...values, location_id: place.value.id }, { key }),
    done: ({ data }) => { invalidate(['invoice', 'invoice_item']); tell(t('The draft is made.')); close(); ask({ invoice: data.id }); },
  });
  return html`<${Dialog} title=${t('New invoice')} close=${close}><form onSubmit=${form.submit}>
    <${CustomerField} value=${form.values.customer_id} choose=${(/** @type {string} */ id) => form.set({ customer_id: id })} problem=${form.problemOf('customer_id')} />
    <${Input} form=${form} name="pending_items" type="checkbox" label=${t('It takes what waits for the customer’s next invoice')} />
    <p class="quiet">${t('It is a draft of {location}: lines are added next, and nothing goes out before the issue.', { location: place.value.name })}</p>
    <${FormProblem} form=${form} fields=${['customer_id']} /><${FormActions} form=${form} label=${t('Make the draft')} close=${close} /></form><//>`;
}

export function NewInvoice() {
  const [isOpen, setOpen] = useState(false);
  return html`<${Button} kind="primary" icon="add" act=${() => setOpen(true)}>${t('New invoice')}<//>${isOpen && html`<${Form} close=${() => setOpen(false)} />`}`;
}
