// Events of a range of time that are sent to an endpoint again: how many there are is shown before, and how far it is
// while it goes on.
import { html, useEffect, useState } from '../../vendor/preact.js';
import { zone } from '../../app/place.js';
import { invalidate } from '../../app/records.js';
import { wordsOf } from '../../app/refusal-words.js';
import { post } from '../../app/request.js';
import { HOUR, currentTime, dayOf, instantOf, showInstant, showSpan, text, timeOf } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Button, Facts, Status } from '../../ui/controls.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { Preview, usePreview } from '../person/preview.js';
import { Part } from './editing.js';

const TYPES = /** @type {import('../../app/api').ObjectType[]} */ (['webhook_endpoint']);
const FIELDS = ['from', 'to', 'event_types', 'which'];
const EVERY_MS = 1_000;
const DAY = 24 * HOUR;
/** How long events are kept that can be sent again. */
const DAYS_MAX = 30;

/** @type {() => Record<string, string>} */
const choices = () => ({ all: t('All of them, also what was delivered'), undelivered: t('What failed, was cancelled, or was never to be sent there'), missing: t('Only what was never to be sent there, such as before it was made') });

/** @param {any} replay */
const isGoingOn = (replay) => ['queued', 'running'].includes(replay?.status);

/** An endpoint is read again while something is sent there again. @param {{data: any, again: () => any}} endpoint */
export function useReplay({ data, again }) {
  const runs = isGoingOn(data?.replay);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(again, EVERY_MS);
    return () => { clearInterval(timer); invalidate(TYPES); };
  }, [runs, data?.id]);
}

/** From when something went wrong, as far as it is known. @param {any} endpoint */
function initialOf({ failing_since: failing, disabled_at: disabled }) {
  const now = currentTime();
  const from = Math.max(Date.parse(failing ?? disabled ?? '') || now - DAY, now - DAYS_MAX * DAY);
  return { from_day: dayOf(from, zone.value), from_time: timeOf(from, zone.value), to_day: '', to_time: '', event_types: '', which: failing || disabled ? 'undelivered' : 'all' };
}

/** The request that the fields stand for; null while they say no range. @param {any} values */
function requestOf({ from_day: fromDay, from_time: fromTime, to_day: toDay, to_time: toTime, event_types: typed, which }) {
  if (!fromDay) return null;
  const at = (/** @type {string} */ day, /** @type {string} */ time) => text(instantOf(day, time || '00:00', zone.value));
  const types = typed.split(/[\s,]+/).filter(Boolean);
  return { from: at(fromDay, fromTime), ...(toDay && { to: at(toDay, toTime) }), ...(types.length && { event_types: types }), which };
}

/** What a preview says is wrong with a field. @param {any} refusal @param {string} field */
function previewedProblem(refusal, field) {
  const found = refusal?.problems?.find((/** @type {any} */ one) => one.field === field || one.field.startsWith(`${field}[`));
  return found && wordsOf(found);
}

/** @param {{preview: any, which: string}} props */
const Count = ({ preview: { total, limit, from, to }, which }) => html`<p><strong>${plural(total, '{count} event', '{count} events')}</strong> · ${showSpan(from, to, zone.value)}</p>
  ${total > limit && html`<p class="problem">${t('At most {count} are sent at a time: choose a shorter range, or fewer types.', { count: limit })}</p>`}
  ${total > 0 && which !== 'all' && html`<p class="quiet">${t('Fewer are sent where some of them are left out by what you chose, or by the locations of the endpoint.')}</p>`}`;

/** @param {{form: any, name: string, label: string, problem?: string, isNeeded?: boolean}} props */
function Instant({ form, name, label, problem, isNeeded }) {
  const now = currentTime();
  const [first, last] = [dayOf(now - DAYS_MAX * DAY, zone.value), dayOf(now, zone.value)];
  const own = { ...form, problemOf: () => form.problemOf(name) ?? problem };
  return html`<div class="fields instant"><${Input} form=${own} name=${`${name}_day`} label=${label} type="date" min=${first} max=${last} required=${isNeeded} /><${Input} form=${form} name=${`${name}_time`} label=${t('{field}, time', { field: label })} type="time" disabled=${!form.values[`${name}_day`]} /></div>`;
}

/** @param {{endpoint: any, close: () => void}} props */
function ReplayForm({ endpoint, close }) {
  const form = useForm({
    initial: initialOf(endpoint), name: `replay.${endpoint.id}`,
    send: (values, key) => post(`/webhook-endpoints/${endpoint.id}/replay`, requestOf(values), { key }),
    done: () => { invalidate(TYPES); close(); },
  });
  const { values } = form;
  const previewed = usePreview(`/webhook-endpoints/${endpoint.id}/replay-preview`, requestOf(values));
  const { data, refusal } = previewed;
  const shown = { ...form, isBlocked: previewed.isOld || !data || data.total === 0 || data.total > data.limit };
  const isShown = FIELDS.some((field) => previewedProblem(refusal, field));
  return html`<form onSubmit=${form.submit}><p class="quiet">${t('Events are kept for {days} days. Times are those of {zone}.', { days: DAYS_MAX, zone: zone.value.replaceAll('_', ' ') })}</p>
    <${Instant} form=${form} name="from" label=${t('From')} problem=${previewedProblem(refusal, 'from')} isNeeded /><${Instant} form=${form} name="to" label=${t('To, or until now')} problem=${previewedProblem(refusal, 'to')} />
    <fieldset class="boxes"><legend>${t('Which events')}</legend>${Object.entries(choices()).map(([value, label]) => html`<label key=${value} class="check"><input type="radio" name="which" value=${value} checked=${values.which === value} onChange=${() => form.set({ which: value })} /><span>${label}</span></label>`)}</fieldset>
    <${Input} form=${{ ...form, problemOf: (/** @type {string} */ name) => form.problemOf(name) ?? previewedProblem(refusal, name) }} name="event_types" type="textarea" rows="2" label=${t('Only these types')} hint=${t('All that the endpoint lists, where nothing stands here: {types}', { types: endpoint.event_types.join(', ') })} />
    ${!isShown && html`<${Preview} of=${previewed}>${(/** @type {any} */ one) => html`<${Count} preview=${one} which=${values.which} />`}<//>`}
    <${FormProblem} form=${form} fields=${FIELDS} /><${FormActions} form=${shown} label=${data?.total ? plural(data.total, 'Send {count} event again', 'Send up to {count} events again') : t('Send them again')} close=${close} /></form>`;
}

/** How far the last one is, or how it ended. @param {{replay: any}} props */
function Last({ replay }) {
  const { status, done, total, sent } = replay;
  const goesOn = isGoingOn(replay);
  return html`<div class="stack replay">${goesOn && html`<div class="import-progress"><progress max=${total} value=${done} aria-label=${t('Events that were looked at')} /><span>${t('{done} of {total}', { done, total })}</span></div>`}
    <p role="status">${goesOn ? t('They are being sent again.') : status === 'succeeded' ? plural(sent, '{count} event was sent again.', '{count} events were sent again.') : t('It was ended before it was done: {done} of {total} were looked at.', { done, total })}</p>
    <${Facts} pairs=${[[t('State'), html`<${Status} status=${status} />`], [t('Range'), showSpan(replay.from, replay.to, zone.value)], [t('Which events'), choices()[replay.which]], [t('Types of events'), replay.event_types.join(', ')], [t('Events in the range'), String(total)], [t('Sent again'), String(sent)], [t('Begun'), showInstant(replay.created_at, zone.value)], [t('Ended'), replay.ended_at && showInstant(replay.ended_at, zone.value)]]} /></div>`;
}

/** @param {{endpoint: any}} props */
export function Replay({ endpoint }) {
  const [isAsking, setAsking] = useState(false);
  const mayBegin = endpoint.status === 'enabled' && !isGoingOn(endpoint.replay);
  return html`<${Part} title=${t('Events of a range')} note=${t('What happened while the other program was away, or before the endpoint was made, can be sent there again.')}>${endpoint.replay && html`<${Last} replay=${endpoint.replay} />`}
    ${endpoint.status !== 'enabled' && html`<p class="quiet">${t('Nothing is sent to an endpoint that is disabled.')}</p>`}
    ${mayBegin && html`<div class="actions wrapped"><${Button} act=${() => setAsking(true)}>${t('Send a range again …')}<//></div>`}<//>
    ${isAsking && html`<${Dialog} title=${t('Send a range again')} close=${() => setAsking(false)}><${ReplayForm} endpoint=${endpoint} close=${() => setAsking(false)} /><//>`}`;
}
