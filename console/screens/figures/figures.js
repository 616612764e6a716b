// Figures: occupancy, use of resources, revenue, recurring revenue and churn, each with its rule beside it.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { isAdmin, locations, place, zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { download } from '../../app/request.js';
import { link, route } from '../../app/route.js';
import { currentTime, dayOf, showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Tabs } from '../../ui/controls.js';
import { Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Currencies } from './currencies.js';
import { Churn, Recurring } from './months.js';
import { Occupancy } from './occupancy.js';
import { periodsOf } from './periods.js';
import { Resources } from './resources.js';
import { Revenue } from './revenue.js';
import { Toolbar } from './toolbar.js';

await style(import.meta.url, 'figures.css');

/** @typedef {'/reports/occupancy' | '/reports/revenue' | '/reports/recurring-revenue' | '/reports/churn'} ReportPath */
const REPORTS = /** @type {Record<string, {path: ReportPath, Part: any, asked: string[]}>} */ ({
  occupancy: { path: '/reports/occupancy', Part: Occupancy, asked: ['resource_type'] }, revenue: { path: '/reports/revenue', Part: Revenue, asked: ['interval', 'currency'] },
  recurring: { path: '/reports/recurring-revenue', Part: Recurring, asked: ['currency'] }, churn: { path: '/reports/churn', Part: Churn, asked: [] },
});
/** Those of bookings rather than of money. */
const OF_BOOKINGS = ['occupancy', 'resources'];
const tabs = () => [['occupancy', t('Occupancy')], ['resources', t('Resources')], ['revenue', t('Revenue')], ['recurring', t('Recurring revenue')], ['churn', t('Churn')]]
  .map(([value, label]) => ({ value, label, href: link('figures', '', { tab: value, at: route.value.query.at, type: OF_BOOKINGS.includes(value) ? route.value.query.type : null }) }));

/** All rules of a report, under its figures. @param {{report: any}} props */
const Rules = ({ report: { rules, as_of: at } }) => html`<details class="rules"><summary>${t('How these figures are computed')}</summary><dl>${rules.map((/** @type {any} */ { figure, rule }) => html`<div key=${figure}><dt>${word(figure)}</dt><dd>${t(rule)}</dd></div>`)}</dl></details>
  <p class="quiet">${t('As of {instant}.', { instant: showInstant(at, zone.value) })}</p>`;

/** @param {{of: any, location: string, query: any, days: {from: string, to: string}}} props */
function Report({ of: { path, Part, asked }, location, query: given, days }) {
  // A location's figures are in its currency at first: those of the merchant's say nothing of it where it has another.
  const own = { ...given, currency: given.currency ?? locations.value.find(({ id }) => id === location)?.currency };
  const query = { ...days, location_id: location, ...Object.fromEntries(asked.map((/** @type {string} */ name) => [name, own[name]])) };
  const read = useRecord(path, query);
  const name = `${path.split('/').at(-1)} ${days.from} ${days.to}.csv`;
  const csv = () => act({ send: () => download(name, /** @type {any} */ (`${path}.csv`), query).then(() => true), types: [] });
  return html`<${Toolbar} ...${days} location=${location} hasTypes=${asked.includes('resource_type')} mayBeAll><${Button} icon="download" act=${csv}>${t('CSV')}<//><//>
    <${Read} of=${read}>${(/** @type {any} */ data) => html`<div class="stack">${!data.is_complete && html`<p class="problem" role="status">${t('Figures of before an update are still being built.')}</p>`}
      ${asked.includes('currency') && html`<${Currencies} report=${data} />`}<${Part} report=${data} /><${Rules} report=${data} /></div>`}<//>`;
}

export function Screen() {
  const { tab = 'occupancy', at = place.value?.id, type = '', interval = 'month', currency, from, to } = route.value.query;
  const report = REPORTS[tab];
  // Of bookings a month is asked for at first, of money a year.
  const [first, last] = periodsOf(dayOf(currentTime(), zone.value))[OF_BOOKINGS.includes(tab) ? 'days' : 'months'];
  const days = { from: from ?? first, to: to ?? last };
  const location = !isAdmin.value ? place.value?.id : at === 'all' ? '' : at;
  const here = location || place.value?.id;
  return html`<div class="head-line"><h1>${t('Figures')}</h1></div><${Tabs} label=${t('Reports')} value=${tab} tabs=${tabs()} />
    ${report ? html`<${Report} key=${tab} of=${report} location=${location} days=${days} query=${{ resource_type: type, interval, currency }} />` : html`<${Toolbar} ...${days} location=${here} hasTypes mayBeAll=${false} /><${Resources} key=${here} location=${here} ...${days} type=${type} />`}`;
}
