// Tax rates: what is taxed at which rate from which day on, written once and referred to.
import { html, useState } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { place as house } from '../../app/place.js';
import { invalidate, useAll } from '../../app/records.js';
import { post } from '../../app/request.js';
import { route } from '../../app/route.js';
import { showDay } from '../../app/time.js';
import { compareNames, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Empty, Read } from '../../ui/states.js';
import { openMade, place } from './settings.js';
import { TaxRatePage } from './tax-rate.js';
import { TaxValues } from './tax-values.js';
import { sentValues, today, valueAfter, valueOn, valueSaid } from './tax-words.js';

/** @param {{close: () => void}} props */
function NewTaxRate({ close }) {
  const first = { from: `${today().slice(0, 4)}-01-01`, percent: house.value?.tax_rate || 20, category: 'S', exemption_reason: '' };
  const form = useForm({
    initial: { name: '', values: [first] }, draft: 'settings.new-tax-rate', send: ({ name, values }, key) => post('/tax-rates', { name, values: sentValues(values) }, { key }),
    done: ({ data }) => { invalidate(['tax_rate']); tell(t('The tax rate is made.')); close(); openMade('tax', data.id); },
  });
  return html`<${Dialog} title=${t('New tax rate')} close=${close}><form onSubmit=${form.submit}><${Input} form=${form} name="name" label=${t('Name')} hint=${t('Such as Standard or Reduced')} required maxlength="200" autocomplete="off" />
    <${TaxValues} form=${form} /><${FormProblem} form=${form} fields=${['name', 'values']} /><${FormActions} form=${form} label=${t('Make the tax rate')} close=${close} /></form><//>`;
}

/** @param {{rate: any}} props */
function Line({ rate }) {
  const next = valueAfter(rate.values, today());
  return html`<li><span class="name"><a href=${place('tax', { id: rate.id })} dir="auto">${rate.name}</a><small dir="auto">${valueOn(rate.values, today()).exemption_reason}</small></span>
    <span class="detail two"><span>${valueSaid(valueOn(rate.values, today()))}</span>${next && html`<small>${t('{value} from {day}', { value: valueSaid(next), day: showDay(next.from, { dateStyle: 'medium' }) })}</small>`}</span></li>`;
}

export function Section() {
  const { id } = route.value.query;
  const all = useAll(id ? null : '/tax-rates');
  const [isMaking, setMaking] = useState(false);
  if (id) return html`<${TaxRatePage} key=${id} id=${id} />`;
  return html`<div class="head-line"><h2>${t('Tax rates')}</h2><span class="spring" /><${Button} kind="primary" icon="add" act=${() => setMaking(true)}>${t('New tax rate')}<//></div>
    <${Read} of=${all} empty=${html`<${Empty} title=${t('No tax rate yet.')} icon="money"><p>${t('A tax rate is written once, with its values from a day on; locations, plans and rooms refer to it. A change by law then reaches all of them.')}</p><//>`}>${(/** @type {any[]} */ records) =>
      html`<ul class="plain items-list">${[...records].sort((one, other) => compareNames(one.name, other.name)).map((rate) => html`<${Line} key=${rate.id} rate=${rate} />`)}</ul>`}<//>
    ${isMaking && html`<${NewTaxRate} close=${() => setMaking(false)} />`}`;
}
