// A new company, at one location for good.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { locations, place } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { go } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

/** @param {{close: () => void}} props */
export function NewCompany({ close }) {
  const form = useForm({
    initial: { name: '', location_id: place.value?.id ?? '', legal_name: '', tax_id: '', billing_email: '' }, draft: 'new-company',
    send: (values, key) => post('/companies', Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), { key }),
    done: ({ data }) => { invalidate(['company']); tell(t('The company is made.')); close(); go('person', data.id); },
  });
  return html`<${Dialog} title=${t('New company')} close=${close}><form onSubmit=${form.submit}>
    <${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" autocomplete="off" />
    <${Input} form=${form} name="location_id" label=${t('Location')} hint=${t('It stays the same for good.')} options=${locations.value.map(({ id, name }) => ({ value: id, label: name }))} />
    <div class="fields"><${Input} form=${form} name="legal_name" label=${t('Legal name')} autocomplete="off" /><${Input} form=${form} name="tax_id" label=${t('Tax number')} autocomplete="off" /></div>
    <${Input} form=${form} name="billing_email" type="email" label=${t('Address for invoices')} autocomplete="off" />
    <${FormProblem} form=${form} fields=${['name', 'location_id', 'legal_name', 'tax_id', 'billing_email']} />
    <${FormActions} form=${form} label=${t('Make the company')} close=${close} /></form><//>`;
}
