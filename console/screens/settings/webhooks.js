// Webhooks: where events are sent, and what became of each delivery.
import { html, useState } from '../../vendor/preact.js';
import { locations, zone } from '../../app/place.js';
import { useAll, useList, useRecord } from '../../app/records.js';
import { ask, route } from '../../app/route.js';
import { showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Button, Facts, Status } from '../../ui/controls.js';
import { Empty, Read } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { DeliveryPage, deliveryState, resultOf } from './delivery.js';
import { NewEndpoint, Ways } from './endpoint-forms.js';
import { RecordHead } from './editing.js';
import { Replay, useReplay } from './replay.js';
import { place } from './settings.js';
import { style } from '../../ui/style.js';

await Promise.all([style(import.meta.url, '../person/person.css'), style(import.meta.url, '../imports/imports.css')]);

/** Locations whose events are sent. @param {string[]} ids */
const placesOf = (ids) => (ids.length ? ids.map((id) => locations.value.find((one) => one.id === id)?.name ?? t('A location that is not active')).join(', ') : t('All locations'));

/** @param {{endpoint: any}} props */
function Health({ endpoint }) {
  if (endpoint.status === 'disabled') return html`<${Status} status="disabled" label=${t('Disabled: {reason}', { reason: word(endpoint.disabled_reason).toLocaleLowerCase() })} />`;
  if (endpoint.failing_since) return html`<${Badge} tone="waiting">${t('Failing since {instant}', { instant: showInstant(endpoint.failing_since, zone.value) })}<//>`;
  return html`<${Status} status="active" label=${t('Enabled')} />`;
}

/** @param {{endpoint: any, names: Map<string, any>}} props */
function Deliveries({ endpoint, names }) {
  const { status } = route.value.query;
  const list = useList('/webhook-deliveries', { endpoint_id: endpoint?.id, status });
  const [shown, setShown] = useState('');
  const states = ['pending', 'delivered', 'failed', 'cancelled'];
  const columns = [
    { name: 'type', label: t('Event'), width: 'minmax(0, 1.4fr)', show: (/** @type {any} */ one) => html`<button type="button" class="as-link truncate" dir="auto" onClick=${() => setShown(one.id)}>${one.event_type}</button>` },
    ...(endpoint ? [] : [{ name: 'to', label: t('To'), width: 'minmax(0, 1.4fr)', class: 'wide', show: (/** @type {any} */ one) => html`<span class="truncate" dir="auto" title=${names.get(one.endpoint_id)?.url}>${names.get(one.endpoint_id)?.url ?? t('an endpoint that was deleted')}</span>` }]),
    { name: 'at', label: t('When'), width: '11rem', class: 'wide', show: (/** @type {any} */ one) => html`<time>${showInstant(one.created_at, zone.value)}</time>` },
    { name: 'attempts', label: t('Last answer'), width: 'minmax(0, 1fr)', class: 'wide', show: (/** @type {any} */ one) => html`<span class="quiet truncate" dir="auto">${resultOf(one.attempts.at(-1))}</span>` },
    { name: 'status', label: t('State'), width: '9rem', show: deliveryState },
  ];
  return html`<div class="section-filters"><h3>${t('Deliveries')}</h3><span class="spring" /><select aria-label=${t('State of deliveries')} value=${status ?? ''} onChange=${(/** @type {any} */ event) => ask({ status: event.target.value || null })}><option value="" selected=${!status}>${t('All states')}</option>${states.map((one) => html`<option key=${one} value=${one} selected=${one === status}>${word(one)}</option>`)}</select></div>
    <${Read} of=${list} lines=${4} empty=${html`<${Empty} title=${t('No deliveries.')} icon="letters"><p>${t('They are kept for 30 days.')}</p><//>`}>${(/** @type {any[]} */ records) => html`<${Table} label=${t('Deliveries')} columns=${columns} records=${records} more=${list.next ? list.more : undefined} />`}<//>
    ${shown && html`<${DeliveryPage} id=${shown} endpoint=${names} close=${() => setShown('')} />`}`;
}

/** @param {{id: string, names: Map<string, any>}} props */
function EndpointPage({ id, names }) {
  const endpoint = useRecord(`/webhook-endpoints/${id}`);
  useReplay(endpoint);
  return html`<${Read} of=${endpoint}>${(/** @type {any} */ record) => html`<${RecordHead} back=${place('webhooks')} section=${t('Webhooks')} title=${record.url} state=${html`<${Health} endpoint=${record} />`} />
    <div class="stack"><div class="card"><${Facts} pairs=${[[t('Types of events'), record.event_types.join(', ')], [t('Locations'), placesOf(record.location_ids)], [t('Description'), record.description], [t('Signing secret'), t('ends with {last}', { last: record.secret_last4 })], [t('Secret changed'), record.rotated_at && showInstant(record.rotated_at, zone.value)], [t('Disabled'), record.disabled_at && showInstant(record.disabled_at, zone.value)], [t('Reads as the key'), html`<code>${record.client_id}</code>`]]} /></div>
      <div><${Deliveries} endpoint=${record} names=${names} /></div><${Replay} key=${record.id} endpoint=${record} /><${Ways} endpoint=${record} /></div>`}<//>`;
}

export function Section() {
  const { id } = route.value.query;
  const all = useAll('/webhook-endpoints');
  const [isMaking, setMaking] = useState(false);
  const names = new Map((all.data ?? []).map((/** @type {any} */ one) => [one.id, one]));
  if (id) return html`<${EndpointPage} key=${id} id=${id} names=${names} />`;
  return html`<div class="head-line"><h2>${t('Webhooks')}</h2><span class="spring" /><${Button} icon="add" act=${() => setMaking(true)}>${t('New endpoint …')}<//></div>
    <div class="stack"><${Read} of=${all} lines=${3} empty=${html`<${Empty} title=${t('Events are sent nowhere yet.')} icon="letters"><p>${t('A webhook tells another program at once what happens here.')}</p><//>`}>${(/** @type {any[]} */ records) => html`<ul class="plain items-list">
      ${records.map((one) => html`<li key=${one.id}><span class="name"><a href=${place('webhooks', { id: one.id })}>${one.url}</a><small dir="auto">${one.description}</small></span><span class="detail">${one.event_types.length > 3 ? plural(one.event_types.length, '{count} type of events', '{count} types of events') : one.event_types.join(', ')}</span><span class="side"><${Health} endpoint=${one} /></span></li>`)}</ul>`}<//>
    <div><${Deliveries} endpoint=${null} names=${names} /></div></div>${isMaking && html`<${NewEndpoint} close=${() => setMaking(false)} />`}`;
}
