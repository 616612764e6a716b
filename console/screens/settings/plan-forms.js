// Publishing a plan to locations, and planning a price.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { locations, zone } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { addDays, currentTime, dayOf, startOf, text } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['plan', 'membership_plan']);

/** @param {{plan: any, close: () => void}} props */
export function Publish({ plan, close }) {
  const open = locations.value.filter(({ id }) => !plan.published_location_ids.includes(id));
  const form = useForm({
    initial: { chosen: /** @type {string[]} */ ([]), prices: /** @type {Record<string, string>} */ ({}) }, name: `publish.${plan.id}`,
    send: ({ chosen, prices }, key) => post(`/plans/${plan.id}/publish`, { location_ids: chosen, overrides: chosen.filter((id) => prices[id]).map((id) => ({ location_id: id, price: Number(prices[id]) })) }, { key }),
    done: () => { invalidate(TYPES); tell(t('The plan is published.')); close(); },
  });
  const { chosen, prices } = form.values;
  const flip = (/** @type {string} */ id) => form.set({ chosen: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id] });
  const line = (/** @type {any} */ { id, name, currency }) => {
    const isOther = currency !== plan.currency;
    const problem = form.problemOf(`location_ids[${chosen.indexOf(id)}]`);
    return html`<li key=${id}><label class="check grow"><input type="checkbox" checked=${chosen.includes(id)} onChange=${() => flip(id)} /><span dir="auto">${name}</span></label>
      ${chosen.includes(id) && html`<label>${t('Price in {currency}', { currency })} <input type="number" min="0" step="any" required=${isOther} placeholder=${isOther ? '' : plan.price} value=${prices[id] ?? ''} onInput=${(/** @type {any} */ event) => form.set({ prices: { ...prices, [id]: event.target.value } })} /></label>`}
      ${problem && html`<small class="problem">${problem}</small>`}</li>`;
  };
  return html`<${Dialog} title=${t('Publish {name}', { name: plan.name })} close=${close}><form onSubmit=${form.submit}><p class="quiet">${t('Without a price of its own, a location follows that of the catalogue.')}</p>
    ${open.length ? html`<ul class="plain lines">${open.map(line)}</ul>` : html`<p>${t('It is published at all locations.')}</p>`}<${FormProblem} form=${form} fields=${chosen.map((_, index) => `location_ids[${index}]`)} />
    ${open.length > 0 && html`<${FormActions} form=${form} label=${t('Publish')} close=${close} />`}</form><//>`;
}

/** @param {{plan: any, close: () => void}} props */
export function PriceChange({ plan, close }) {
  const form = useForm({
    initial: { price: String(plan.price), effective_from: addDays(dayOf(currentTime(), zone.value), 31), apply_to: 'new' }, name: `price.${plan.id}`,
    send: ({ price, effective_from: day, apply_to: scope }, key) => post(`/plans/${plan.id}/price-change`, { price: Number(price), effective_from: text(startOf(day, zone.value)), apply_to: scope }, { key }),
    done: () => { invalidate(TYPES); tell(t('The price is planned.')); close(); },
  });
  return html`<${Dialog} title=${t('Plan a price of {name}', { name: plan.name })} close=${close}><form onSubmit=${form.submit}><div class="fields"><${Input} form=${form} name="price" type="number" min="0" step="any" label=${t('Price in {currency}', { currency: plan.currency })} required /><${Input} form=${form} name="effective_from" type="date" label=${t('From')} required /></div>
    <${Input} form=${form} name="apply_to" label=${t('For whom')} options=${[{ value: 'new', label: t('New subscriptions') }, { value: 'renewals', label: t('New ones, and those that renew') }]} />
    <${FormProblem} form=${form} fields=${['price', 'effective_from', 'apply_to']} /><${FormActions} form=${form} label=${t('Plan the price')} close=${close} /></form><//>`;
}
