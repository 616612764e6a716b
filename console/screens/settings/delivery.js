// One delivery of an event: each attempt, and what was answered.
import { html } from '../../vendor/preact.js';
import { act } from '../../app/act.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { Read } from '../../ui/states.js';

const errorOf = (/** @type {string} */ error) => /** @type {Record<string, string>} */ ({
  timeout: t('No answer within ten seconds'), name_not_found: t('The name was not found'), address_not_allowed: t('The name leads to an address inside'), url_not_allowed: t('The address is not allowed'),
  connection: t('No connection'), tls: t('The certificate is not right'), invalid_answer: t('The answer cannot be read'),
})[error] ?? word(error);

/** What came of an attempt. @param {any} attempt */
export function resultOf(attempt) {
  if (!attempt) return '';
  return attempt.response_status ? t('Answer {status}', { status: attempt.response_status }) : errorOf(attempt.error);
}

/** @param {any} delivery */
export const deliveryState = ({ status, cancelled_reason: reason }) => html`<${Status} status=${status} label=${reason ? t('Cancelled: {reason}', { reason: word(reason).toLocaleLowerCase() }) : word(status)} />`;

/** @param {{delivery: any}} props */
const Attempts = ({ delivery }) => html`<h3>${t('Attempts')}</h3>${delivery.attempts.length ? html`<ol class="plain attempts">${[...delivery.attempts].reverse().map((attempt) => html`<li key=${attempt.at}><time>${showInstant(attempt.at, zone.value)}</time> · <strong>${resultOf(attempt)}</strong> <small>${t('after {time} ms', { time: attempt.duration_ms })}</small>
    ${attempt.response_body && html`<pre class="wording">${attempt.response_body}</pre>`}</li>`)}</ol>` : html`<p class="quiet">${t('It was not tried yet.')}</p>`}`;

/** @param {any} delivery */
const again = ({ id }) => act({ send: () => post(`/webhook-deliveries/${id}/replay`), types: ['webhook_endpoint'], done: t('It is sent again.') });

/** @param {{id: string, endpoint: Map<string, any>, close: () => void}} props */
export function DeliveryPage({ id, endpoint, close }) {
  const delivery = useRecord(`/webhook-deliveries/${id}`);
  return html`<${Dialog} title=${delivery.data?.event_type ?? t('Delivery')} close=${close} class="wide"><${Read} of=${delivery} lines=${3}>${(/** @type {any} */ record) => html`
    <${Facts} pairs=${[[t('State'), deliveryState(record)], [t('To'), endpoint.get(record.endpoint_id)?.url], [t('Event'), html`<code>${record.event_id}</code>`], [t('Attempts'), record.attempt_count], [t('Next attempt'), record.next_attempt_at && showInstant(record.next_attempt_at, zone.value)], [t('Delivered'), record.delivered_at && showInstant(record.delivered_at, zone.value)]]} />
    <${Attempts} delivery=${record} /><div class="actions"><${Button} act=${() => again(record)}>${t('Send it again')}<//></div>`}<//><//>`;
}
