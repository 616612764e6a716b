// Everything about one customer, a member or a company, on a page.
import { html } from '../../vendor/preact.js';
import { isAdmin } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { link, route } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Tabs } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Bookings } from './bookings.js';
import { CompanyMembers } from './company.js';
import { Files } from './files.js';
import { Header } from './header.js';
import { History } from './history.js';
import { Letters } from './letters.js';
import { Money } from './money.js';
import { Overview } from './overview.js';
import { Plan } from './plan.js';
import { Tickets } from './tickets.js';
import { Visitors } from './visitors.js';

await style(import.meta.url, 'person.css');

/** The pages about a customer, by the word in the address. */
const PAGES = /** @type {Record<string, any>} */ ({
  overview: Overview, members: CompanyMembers, plan: Plan, bookings: Bookings, money: Money, tickets: Tickets, files: Files, letters: Letters, visitors: Visitors, history: History,
});

/** @param {string} id @param {boolean} isCompany */
function tabsOf(id, isCompany) {
  const all = [
    ['overview', t('Overview')], isCompany && ['members', t('Members')], ['plan', t('Plan')], ['bookings', t('Bookings')], ['money', t('Money')],
    !isCompany && ['tickets', t('Tickets')], ['files', t('Files')], isAdmin.value && ['letters', t('Letters')], ['visitors', t('Visitors')], isAdmin.value && ['history', t('History')],
  ];
  return all.filter((one) => one !== false).map(([value, label]) => ({ value, label, href: link('person', id, { tab: value === 'overview' ? null : value }) }));
}

/** @param {{customer: any}} props */
function Customer({ customer }) {
  const isCompany = customer.type === 'company';
  const isGone = customer.status === 'deleted';
  const record = useRecord(isGone ? null : isCompany ? `/companies/${customer.id}` : `/members/${customer.id}`);
  const { tab = 'overview' } = route.value.query;
  const Page = PAGES[tab] ?? Overview;
  const of = { ...customer, ...(record.data ?? {}), type: customer.type, kind: record.data?.type };
  return html`<${Header} of=${of} record=${record.data} isCompany=${isCompany} />
    <${Tabs} label=${t('About this customer')} value=${tab} tabs=${tabsOf(customer.id, isCompany)} />
    <div class="person-page" key=${`${customer.id} ${tab}`}><${Page} of=${of} record=${record.data} isCompany=${isCompany} isAdmin=${isAdmin.value} /></div>`;
}

export function Screen() {
  const { id } = route.value;
  const customer = useRecord(id ? `/customers/${id}` : null);
  if (!id) return html`<${Empty} title=${t('Choose somebody first.')} icon="user"><a href=${link('people')}>${t('People')}</a><//>`;
  return html`<nav class="back no-print" aria-label=${t('Back')}><a href=${link('people', '', customer.data?.type === 'company' ? { tab: 'companies' } : {})}>${t('People')}</a></nav>
    <${Read} of=${customer} lines=${8}>${(/** @type {any} */ data) => html`<${Customer} key=${id} customer=${data} />`}<//>`;
}
