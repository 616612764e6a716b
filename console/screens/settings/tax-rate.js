// One tax rate: its name, and its values from a day on.
import { html, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { useRecord } from '../../app/records.js';
import { remove } from '../../app/request.js';
import { go } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Confirm } from '../../ui/dialog.js';
import { Input } from '../../ui/form.js';
import { Read } from '../../ui/states.js';
import { Part, RecordHead, SaveBar, useEditing } from './editing.js';
import { place } from './settings.js';
import { TaxValues } from './tax-values.js';
import { sentValues } from './tax-words.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['tax_rate']);
/** @type {import('./spec.js').Spec} */
const SPEC = { name: 'text', values: 'raw' };

/** @param {{rate: any}} props */
function TaxRateForm({ rate }) {
  const editing = useEditing({ path: `/tax-rates/${rate.id}`, record: rate, spec: SPEC, types: TYPES, name: 'tax-rate', done: t('The tax rate is changed.'), extra: (now) => (JSON.stringify(now.values) === JSON.stringify(now.base.values) ? {} : { values: sentValues(now.values) }) });
  const { form } = editing;
  return html`<form onSubmit=${form.submit}><${Part} title=${t('About')}><${Input} form=${form} name="name" label=${t('Name')} required maxlength="200" /><//>
    <${Part} title=${t('Values')} note=${t('A change reaches renewals, what waits and drafts by the day of what is charged. What was issued stays.')}><${TaxValues} form=${form} /><//>
    <${SaveBar} editing=${editing} fields=${Object.keys(SPEC)} /></form>`;
}

/** @param {{id: string}} props */
export function TaxRatePage({ id }) {
  const rate = useRecord(`/tax-rates/${id}`);
  const [isEnding, setEnding] = useState(false);
  const end = async () => { if (await act({ send: () => remove(`/tax-rates/${id}`), types: TYPES, done: t('The tax rate is deleted.') })) go('settings', '', { section: 'tax' }); };
  return html`<${Read} of=${rate} lines=${6}>${(/** @type {any} */ record) => html`
    <${RecordHead} back=${place('tax')} section=${t('Tax rates')} title=${record.name}><${Button} kind="danger" act=${() => setEnding(true)}>${t('Delete …')}<//><//>
    <${TaxRateForm} rate=${record} />
    ${isEnding && html`<${Confirm} title=${t('Delete {name}?', { name: record.name })} label=${t('Delete for good')} close=${() => setEnding(false)} agree=${end}><p>${t('What refers to it goes on being taxed at it; nothing new can refer to it. To end a rate on a day, give it another value from that day on.')}</p><//>`}`}<//>`;
}
