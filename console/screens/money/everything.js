// All that waits at a location becomes invoices in one run: what they would ask for is shown before, and what became of
// each customer after it.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { money } from '../../app/money.js';
import { place } from '../../app/place.js';
import { invalidate, useAll, useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { plural, t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Preview, usePreview } from '../person/preview.js';
import { Customer, InvoiceLink } from './columns.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['billing_run', 'invoice', 'invoice_item']);
const EVERY_MS = 1_000;
/** Customers that a preview shows; of the others it has the sum. */
const CUSTOMERS_SHOWN = 20;

/** @param {any} run */
const isGoingOn = (run) => ['queued', 'running'].includes(run?.status);

/** The last run of a location, which is read again while it goes on. @param {string | undefined} location */
export function useLastRun(location) {
  const runs = useRecord(location ? '/billing-runs' : null, { location_id: location, limit: 1 });
  const last = runs.data?.[0];
  const goesOn = isGoingOn(last);
  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setInterval(runs.again, EVERY_MS);
    return () => { clearInterval(timer); invalidate(TYPES); };
  }, [goesOn, last?.id]);
  return last;
}

/** @param {{preview: any}} props */
const Expected = ({ preview: { customers, customer_count: count, invoice_count: invoices, refused_count: refused, subtotal, total, currency } }) => html`<p><strong>${plural(invoices, '{count} invoice', '{count} invoices')}</strong> · ${plural(count, '{count} customer', '{count} customers')}</p>
  <table class="preview whole"><tbody>${customers.slice(0, CUSTOMERS_SHOWN).map((/** @type {any} */ one) => html`<tr key=${one.customer_id}><td><bdi>${one.name ?? t('Somebody who is gone')}</bdi> <small>${one.error ? one.error.message : plural(one.item_count, '{count} item', '{count} items')}</small></td><td class="number">${!one.error && money(one.total, currency)}</td></tr>`)}
    ${customers.length > CUSTOMERS_SHOWN && html`<tr><td colspan="2">${plural(customers.length - CUSTOMERS_SHOWN, 'and {count} customer more', 'and {count} customers more')}</td></tr>`}</tbody>
    <tfoot><tr><td>${t('Items')}</td><td class="number">${money(subtotal, currency)}</td></tr><tr><th scope="row">${t('Total with tax')}</th><td class="number"><strong>${money(total, currency)}</strong></td></tr></tfoot></table>
  ${refused > 0 && html`<p class="problem">${plural(refused, '{count} customer cannot be invoiced.', '{count} customers cannot be invoiced.')}</p>`}`;

/** @param {{location: any, close: () => void}} props */
function RunForm({ location, close }) {
  const bodyOf = (/** @type {any} */ { up_to: upTo }) => ({ location_id: location.id, ...(upTo && { up_to: upTo }) });
  const form = useForm({
    initial: { up_to: '', issue: false }, name: `billing-run.${location.id}`,
    send: (values, key) => post('/billing-runs', { ...bodyOf(values), issue: values.issue }, { key }),
    done: () => { invalidate(TYPES); close(); },
  });
  const previewed = usePreview('/billing-runs/preview', bodyOf(form.values));
  const { data } = previewed;
  const shown = { ...form, isBlocked: previewed.isOld || !data || data.invoice_count === 0 };
  return html`<form onSubmit=${form.submit}><p class="quiet">${t('Each customer of {location} gets an invoice of what waits for it. What balances pay is taken off with the issue.', { location: location.name })}</p>
    <${Input} form=${form} name="up_to" label=${t('Only what is for this day or before')} type="date" />
    <label class="check"><input type="checkbox" name="issue" checked=${form.values.issue} onChange=${(/** @type {any} */ { currentTarget }) => form.set({ issue: currentTarget.checked })} /><span>${t('Issue them at once: they get their numbers, and cannot be changed any more')}</span></label>
    <${Preview} of=${previewed}>${(/** @type {any} */ one) => html`<${Expected} preview=${one} />`}<//>
    <${FormProblem} form=${form} fields=${['up_to', 'location_id']} /><${FormActions} form=${shown} label=${data ? plural(data.invoice_count, 'Make {count} invoice', 'Make {count} invoices') : t('Make invoices')} close=${close} /></form>`;
}

/** What of a run was refused. @param {{run: any}} props */
function Refused({ run }) {
  const results = useAll(`/billing-runs/${run.id}/results`, {});
  const refused = results.data?.filter((/** @type {any} */ { error }) => error) ?? [];
  return refused.length > 0 && html`<p class="problem">${plural(refused.length, '{count} was refused:', '{count} were refused:')}</p><ul class="plain">${refused.map((/** @type {any} */ { id, customer_id: customer, invoice_id: invoice, error }) => html`<li key=${id} class="refused-line"><${Customer} id=${customer} /> <span>${error.message}</span> ${invoice && html`<${InvoiceLink} id=${invoice}>${t('Look at the draft')}<//>`}</li>`)}</ul>`;
}

/** How far the last run is, or how it ended. @param {{run: any}} props */
function Last({ run }) {
  const { status, expected, invoiced, issued, refused, currency } = run;
  const goesOn = isGoingOn(run);
  const end = () => act({ send: () => post(`/billing-runs/${run.id}/cancel`), types: TYPES, done: t('The run is ended.') });
  const made = `${plural(invoiced.invoices, '{count} invoice is made', '{count} invoices are made')} · ${money(invoiced.total, currency)}`;
  return html`<div class="run-progress" role="status">${goesOn && html`<div class="across"><progress value=${invoiced.invoices + refused} max=${Math.max(expected.invoices, 1)} aria-label=${t('Progress')}></progress><span>${t('{done} of {all}', { done: invoiced.invoices, all: expected.invoices })}</span><${Button} act=${end}>${t('Stop')}<//></div>`}
    ${!goesOn && html`<p>${status === 'cancelled' ? t('The last run was ended: {made}', { made }) : t('The last run: {made}', { made })}${issued > 0 && ` · ${plural(issued, '{count} issued', '{count} issued')}`}</p>`}
    ${refused > 0 && html`<${Refused} run=${run} />`}</div>`;
}

/** @param {{run: any, count: number}} props */
export function Everything({ run, count }) {
  const [isAsking, setAsking] = useState(false);
  return html`${run && html`<${Last} run=${run} />`}${count > 0 && !isGoingOn(run) && html`<div class="actions"><${Button} act=${() => setAsking(true)}>${t('Invoice all of them …')}<//></div>`}
    ${isAsking && html`<${Dialog} title=${t('Invoice all that waits')} close=${() => setAsking(false)}><${RunForm} location=${place.value} close=${() => setAsking(false)} /><//>`}`;
}
