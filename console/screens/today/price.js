// What a booking would cost, by which policy, and what becomes of it: shown before it is done.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { money, number } from '../../app/money.js';
import { post } from '../../app/request.js';
import { showInstant, showMinutes, text } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { Badge } from '../../ui/controls.js';
import { times } from './marks.js';

/** @typedef {import('./when.js').Slot} Slot */

/**
 * Asks what a booking would cost whenever something of it changes. A booking that is moved is not in its own way.
 * @param {Slot} slot @param {any} others fields of the quote; without a customer nothing is asked @param {any} [own] the booking that moves
 */
export function useQuote(slot, others, own) {
  const [state, setState] = useState(/** @type {{quote: any, refusal: any, isBusy: boolean}} */ ({ quote: null, refusal: null, isBusy: false }));
  const asked = useRef(0);
  const body = { resource_id: slot.resource_id, start_time: text(slot.start), end_time: text(slot.end), ...others };
  const key = JSON.stringify(body);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const mine = ++asked.current;
    if (!others.customer_id) { setState({ quote: null, refusal: null, isBusy: false }); return undefined; }
    setState((old) => ({ ...old, isBusy: true }));
    const timer = setTimeout(() => post('/bookings/quote', body).then(
      ({ data }) => { if (mine === asked.current) setState({ quote: own ? withoutOwn(data, own) : data, refusal: null, isBusy: false }); },
      (refusal) => { if (mine === asked.current) setState({ quote: null, refusal, isBusy: false }); },
    ), 150);
    return () => clearTimeout(timer);
  }, [key, turn]);
  return { ...state, again: () => setTurn(turn + 1) };
}

/** @param {any} quote @param {any} own */
function withoutOwn(quote, own) {
  const isOwn = (/** @type {any} */ { start_time: start, end_time: end }) => start >= own.start_time && end <= own.end_time;
  return { ...quote, conflicts: quote.conflicts.filter((/** @type {any} */ one) => !isOwn(one)) };
}

/** @param {{quote: any, nameOfResource: (id: string) => string}} props */
function Breakdown({ quote, nameOfResource }) {
  const { rate_lines: rates, discount_lines: discounts, tax_lines: taxes, total } = quote.price_breakdown;
  const show = (/** @type {number} */ amount) => money(amount, quote.currency);
  return html`<table class="breakdown"><caption class="hidden">${t('Price')}</caption><tbody>
    ${rates.map((/** @type {any} */ line, /** @type {number} */ index) => html`<tr key=${index}><th scope="row"><bdi>${nameOfResource(line.resource_id)}</bdi> <small>${showMinutes(line.minutes)}${line.units > 1 ? ` × ${line.units}` : ''}</small></th><td class="number">${show(line.amount)}</td></tr>`)}
    ${discounts.map((/** @type {any} */ line, /** @type {number} */ index) => html`<tr key=${index}><th scope="row"><bdi>${line.description}</bdi> <small>${number(line.percent)} %</small></th><td class="number">−${show(line.amount)}</td></tr>`)}
    ${taxes.map((/** @type {any} */ line, /** @type {number} */ index) => html`<tr key=${index}><th scope="row">${line.inclusive ? t('Tax of {rate} % included', { rate: number(line.rate) }) : t('Tax of {rate} %', { rate: number(line.rate) })}</th><td class="number">${show(line.amount)}</td></tr>`)}
    <tr class="total"><th scope="row">${t('Total')}</th><td class="number">${show(total)}</td></tr></tbody></table>`;
}

/** How many it is of buckets and of what is reserved. @param {{amount: number}[]} parts */
export const sumOf = (parts) => parts.reduce((total, { amount }) => total + amount, 0);

/** What is paid how, where it is not all money of an invoice. @param {any} quote */
export function paidBy({ credits_applied: credits, credits_reserved: later, day_passes_applied: passes, day_passes_reserved: passesLater, invoice_amount: invoiced, external_amount: external, currency }) {
  const [credit, pass] = [sumOf([...credits, ...later]), sumOf([...passes, ...passesLater])];
  return [
    credit && plural(credit, '{count} credit', '{count} credits'), pass && plural(pass, '{count} day pass', '{count} day passes'),
    invoiced && t('{amount} on the next invoice', { amount: money(invoiced, currency) }), external && t('{amount} paid here', { amount: money(external, currency) }),
  ].filter(Boolean);
}

/** What cancelling costs, in words. @param {any} policy @param {number} start @param {string} zone */
export function policyWords({ free_minutes: free, member_ladder: ladder, no_show_fee_percent: absent }, start, zone) {
  const steps = ladder.map((/** @type {any} */ step) => t('{percent} % from {time} before the start', { percent: number(step.fee_percent), time: showMinutes(step.minutes_before) }));
  return [
    free > 0 ? t('Free to cancel until {when}.', { when: showInstant(start - free * 60_000, zone) }) : ladder.length ? '' : t('Free to cancel until it begins.'),
    steps.length ? t('Cancelling costs {steps}.', { steps: steps.join('; ') }) : '',
    absent !== null && absent !== undefined ? t('A no-show costs {percent} %.', { percent: number(absent) }) : '',
  ].filter(Boolean);
}

/** @param {any} conflict @param {string} zone @param {(id: string) => string} nameOfResource */
export const conflictWords = (conflict, zone, nameOfResource) => t('{room} is taken from {times}.', { room: nameOfResource(conflict.resource_id), times: times(Date.parse(conflict.start_time), Date.parse(conflict.end_time), zone) });

/**
 * @param {{quote: any, refusal: any, isBusy: boolean, resource: any, slot: Slot, zone: string, nameOfResource: (id: string) => string, before?: number}} props
 * `before` is the price so far, of a booking that moves
 */
export function Price({ quote, refusal, isBusy, resource, slot, zone, nameOfResource, before }) {
  const policy = resource ? policyWords(resource.cancellation_policy, slot.start, zone) : [];
  const taken = quote?.conflicts.map((/** @type {any} */ one) => conflictWords(one, zone, nameOfResource)) ?? [];
  const broken = quote?.violations.map((/** @type {any} */ { message }) => message.charAt(0).toUpperCase() + message.slice(1)) ?? [];
  const outcome = { confirmed: html`<${Badge} tone="good">${t('Confirmed at once')}<//>`, pending: html`<${Badge} tone="waiting">${t('Waits for approval')}<//>` };
  const isOpen = quote && !taken.length && !broken.length;
  const paid = quote ? paidBy(quote) : [];
  return html`<section class="price" aria-label=${t('Price and policy')} aria-busy=${String(isBusy)}>
    ${quote ? html`<${Breakdown} quote=${quote} nameOfResource=${nameOfResource} />` : html`<p class="quiet">${refusal ? reasonOf(refusal) : isBusy ? t('Asking for the price …') : t('The price is shown when it is known who books.')}</p>`}
    ${before !== undefined && quote && html`<p class="quiet">${t('So far {amount}.', { amount: money(before, quote.currency) })}</p>`}
    ${paid.length > 0 && html`<p>${paid.join(' · ')}</p>`}
    ${isOpen && outcome[/** @type {'confirmed'} */ (quote.outcome)]}
    ${[...taken, ...broken].map((words) => html`<p key=${words} class="problem">${words}</p>`)}
    ${policy.map((words) => html`<p key=${words} class="quiet">${words}</p>`)}</section>`;
}
