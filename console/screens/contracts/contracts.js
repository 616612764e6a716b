// Contracts: what is up for renewal, what waits for signatures, and one contract with its life.
import { html, useState } from '../../vendor/preact.js';
import { useCustomerName } from '../../app/names.js';
import { place } from '../../app/place.js';
import { useList } from '../../app/records.js';
import { ask, link, route } from '../../app/route.js';
import { showDay } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Link, Status, Tabs } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { style } from '../../ui/style.js';
import { Table } from '../../ui/table.js';
import { ContractPage } from './contract.js';
import { NewContract } from './new-contract.js';

await style(import.meta.url, 'contracts.css');

/** What each tab asks the list for. */
const VIEWS = /** @type {Record<string, any>} */ ({
  renewal: { stage: 'up_for_renewal' }, signatures: { status: 'issued' }, active: { stage: 'active' }, drafts: { status: 'draft' }, notice: { stage: 'notice_served' }, all: {},
});
const tabs = () => [['renewal', t('Up for renewal')], ['signatures', t('Waiting for signatures')], ['active', t('Active')], ['drafts', t('Drafts')], ['notice', t('Notice served')], ['all', t('All')]]
  .map(([value, label]) => ({ value, label, href: link('contracts', '', { tab: value }) }));

/** @param {{id: string}} props */
const Customer = ({ id }) => html`<${Link} to=${link('person', id)} class="truncate" dir="auto">${useCustomerName(id) || '…'}<//>`;

/** How far the signatures are. @param {{contract: any}} props */
const Signatures = ({ contract }) => {
  const signed = contract.signers.filter((/** @type {any} */ signer) => signer.status === 'signed').length;
  return contract.status === 'issued' ? html`<small>${t('{signed} of {all} signed', { signed, all: contract.signers.length })}</small>` : null;
};

const columns = () => [
  { name: 'title', label: t('Contract'), width: 'minmax(0, 2fr)', show: (/** @type {any} */ one) => html`<${Link} to=${link('contracts', '', { ...route.value.query, contract: one.id })}>${one.number ? `${one.number} · ` : ''}${one.title}<//>` },
  { name: 'customer', label: t('Customer'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<${Customer} id=${one.customer_id} />` },
  { name: 'from', label: t('From'), width: '8rem', show: (/** @type {any} */ one) => html`<time>${showDay(one.start_date, { dateStyle: 'medium' })}</time>` },
  { name: 'to', label: t('Until'), width: '9rem', show: (/** @type {any} */ one) => (one.end_date ? html`<time>${showDay(one.end_date, { dateStyle: 'medium' })}</time>` : t('open-ended')) },
  { name: 'stage', label: t('State'), width: '11rem', show: (/** @type {any} */ one) => html`<${Status} status=${one.stage ?? one.status} /> <${Signatures} contract=${one} />` },
];

export function Screen() {
  const { tab = 'renewal', contract = '' } = route.value.query;
  const [isMaking, setMaking] = useState(false);
  const list = useList('/contracts', { location_id: place.value?.id, ...VIEWS[tab] });
  return html`<div class="head-line"><h1>${t('Contracts')}</h1><span class="spring" /><${Button} kind="primary" icon="add" act=${() => { setMaking(true); }}>${t('New contract')}<//></div>
    <${Tabs} label=${t('Contracts by state')} value=${tab} tabs=${tabs()} />
    <${Read} of=${list} empty=${html`<${Empty} title=${t('There are no contracts here.')} icon="contracts" />`}>${(/** @type {any[]} */ contracts) =>
      html`<${Table} label=${t('Contracts')} columns=${columns()} records=${contracts} more=${list.next ? list.more : undefined} total=${list.total} />`}<//>
    ${contract && html`<${ContractPage} key=${contract} id=${contract} close=${() => ask({ contract: null })} />`}
    ${isMaking && html`<${NewContract} close=${() => setMaking(false)} />`}`;
}
