// People: all members and companies, found by name, and new ones made.
import { html, useRef, useState } from '../../vendor/preact.js';
import { isAdmin, locations, ofTheirs } from '../../app/place.js';
import { useList, useRecord } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { plural, t, word } from '../../app/words.js';
import { Button, SearchField, Tabs } from '../../ui/controls.js';
import { ExportButton } from '../../ui/export-button.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Table } from '../../ui/table.js';
import { useAsked } from '../../ui/typed.js';
import { companyColumns, memberColumns } from './columns.js';
import { NewCompany } from './new-company.js';
import { NewMember } from './new-member.js';

await Promise.all([style(import.meta.url, '../person/person.css'), style(import.meta.url, 'people.css')]);

/** @param {{name: string, label: string, options: {value: string, label: string}[], note?: string}} props */
function Filter({ name, label, options, note }) {
  const value = route.value.query[name] ?? '';
  return html`<select aria-label=${label} value=${value} onChange=${(/** @type {any} */ event) => ask({ [name]: event.target.value || null })}>
    <option value="" selected=${!value}>${label}</option>${note && html`<option disabled>${note}</option>`}${options.map((one) => html`<option key=${one.value} value=${one.value} selected=${one.value === value}>${one.label}</option>`)}</select>`;
}

const words = (/** @type {string[]} */ values) => values.map((value) => ({ value, label: word(value) }));
const places = () => locations.value.map(({ id, name }) => ({ value: id, label: name }));

/** The companies among which members are looked for: the newest hundred, and the one that is chosen. */
function CompanyFilter() {
  const chosen = route.value.query.company ?? '';
  const companies = useList('/companies', { status: 'active', ...ofTheirs() });
  const one = useRecord(chosen ? `/customers/${chosen}` : null);
  const known = companies.data ?? [];
  const all = one.data && !known.some((/** @type {any} */ { id }) => id === chosen) ? [one.data, ...known] : known;
  return html`<${Filter} name="company" label=${t('All companies')} options=${all.map((/** @type {any} */ { id, name }) => ({ value: id, label: name }))} note=${companies.next && t('The newest hundred of them')} />`;
}

/** @param {{isCompanies: boolean}} props */
function Filters({ isCompanies }) {
  const [typed, setTyped] = useAsked();
  return html`<div class="people-filters" role="search"><${SearchField} label=${isCompanies ? t('Search companies') : t('Search by name or e-mail address')} value=${typed} search=${setTyped} />
    <${Filter} name="status" label=${t('All states')} options=${isCompanies ? words(['active', 'archived']) : [...words(['active', 'blocked']), { value: 'deleted', label: t('Anonymised') }]} />
    ${!isCompanies && html`<${Filter} name="role" label=${t('All roles')} options=${words(['member', 'manager', 'admin', 'owner'])} />`}
    ${isAdmin.value && html`<${Filter} name="location" label=${t('All locations')} options=${places()} />`}${!isCompanies && html`<${CompanyFilter} />`}</div>`;
}

/** What was found before stands until the next answer is there, so that typing does not flicker. @param {any} list */
function useCalm(list) {
  const last = useRef(list);
  if (list.data !== undefined || list.error) last.current = list;
  return list.data === undefined && last.current.data !== undefined ? { ...last.current, next: '' } : list;
}

/** @param {{list: any, isCompanies: boolean}} props */
function People({ list: read, isCompanies }) {
  const list = useCalm(read);
  const isPhone = matchMedia('(max-width: 40rem)').matches;
  const nobody = html`<${Empty} title=${t('Nobody is found.')} icon="people"><p>${t('Look for another name, or leave out what narrows the list.')}</p><//>`;
  return html`<${Read} of=${list} empty=${nobody} lines=${10}>${(/** @type {any[]} */ records) => html`
    <p class="quiet" role="status">${list.total !== undefined && (isCompanies ? plural(list.total, '{count} company', '{count} companies') : plural(list.total, '{count} person', '{count} people'))}</p>
    <${Table} key=${list.entry?.key} label=${isCompanies ? t('Companies') : t('Members')} columns=${isCompanies ? companyColumns() : memberColumns()} records=${records} height=${isPhone ? 64 : 52}
      open=${(/** @type {any} */ one) => link('person', one.id)} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>`;
}

export function Screen() {
  const { tab = 'members', q, status, role, location, company } = route.value.query;
  const isCompanies = tab === 'companies';
  const [isMaking, setMaking] = useState(false);
  const at = location ? { location_id: location } : ofTheirs();
  const list = useList(isCompanies ? '/companies' : '/members', isCompanies ? { q, status, ...at } : { q, status, role, ...at, company_id: company });
  const tabs = [{ value: 'members', label: t('Members'), href: link('people') }, { value: 'companies', label: t('Companies'), href: link('people', '', { tab: 'companies' }) }];
  return html`<div class="head-line"><h1>${t('People')}</h1><span class="spring" />
      <${ExportButton} collection=${isCompanies ? 'companies' : 'members'} query=${location ? { location_id: location } : {}} name=${isCompanies ? t('All companies as CSV') : t('All members as CSV')} />
      ${isAdmin.value && html`<a class="button" href=${link('settings', '', { section: 'imports', tab: 'new', collection: isCompanies ? 'companies' : 'members' })}>${t('Import …')}</a>`}
      <${Button} kind="primary" icon="add" act=${() => { setMaking(true); }}>${isCompanies ? t('New company') : t('New member')}<//></div>
    <${Tabs} label=${t('Kinds of customers')} value=${tab} tabs=${tabs} />
    <${Filters} key=${tab} isCompanies=${isCompanies} /><${People} key=${`people ${tab}`} list=${list} isCompanies=${isCompanies} />
    ${isMaking && (isCompanies ? html`<${NewCompany} close=${() => setMaking(false)} />` : html`<${NewMember} close=${() => setMaking(false)} />`)}`;
}
