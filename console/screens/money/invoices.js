// All invoices, by state, day of issue and number.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { place, zone } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { download } from '../../app/request.js';
import { ask, route } from '../../app/route.js';
import { addDays, currentTime, dayOf } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button, SearchField } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { day, invoiceColumns } from './columns.js';
import { Days, Pick } from './filters.js';
import { NewInvoice } from './new-invoice.js';

const STATES = ['issued', 'paid', 'draft', 'voided', 'uncollectible'];
const YEAR = 365;

/** The invoices of these days, or of a year, as a file. The API gives those of all locations and states, which is said. @param {string} from @param {string} to */
function exported(from, to) {
  const last = to || dayOf(currentTime(), zone.value);
  const first = from || addDays(last, -YEAR);
  return act({ send: () => download(`invoices ${first} ${last}.csv`, '/invoices/export.csv', { from: first, to: last }).then(() => true), types: [], done: t('The file has the invoices of all locations and in all states that were issued from {from} to {to}.', { from: day(first) ?? '', to: day(last) ?? '' }) });
}

export function Invoices() {
  const { status = '', number = '', from = '', to = '' } = route.value.query;
  const query = number ? { number } : { location_id: place.value?.id, status, issued_from: from, issued_to: to };
  const list = useList('/invoices', query);
  return html`<div class="filters"><${SearchField} label=${t('Number of an invoice')} value=${number} search=${(/** @type {string} */ words) => ask({ number: words.trim() })} />
      <${Pick} name="status" label=${t('State')} values=${STATES} /><${Days} />
      <span class="spring" /><${Button} icon="download" act=${() => exported(from, to)}>${t('CSV of all locations')}<//><${NewInvoice} /></div>
    <${Read} of=${list} empty=${html`<${Empty} title=${number ? t('No invoice has this number.') : t('There are no invoices here.')} icon="money" />`}>${(/** @type {any[]} */ invoices) =>
      html`<p class="quiet list-count">${plural(list.total ?? invoices.length, '{count} invoice', '{count} invoices')}</p><${Table} label=${t('Invoices')} columns=${invoiceColumns()} records=${invoices} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>`;
}
