// A registration on the line: who, what for, since when, and what can be decided.
import { html } from '../../vendor/preact.js';
import { zone } from '../../app/place.js';
import { ask, link } from '../../app/route.js';
import { currentTime, dayOf, showDay, showInstant } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';
import { Badge, Button } from '../../ui/controls.js';
import { ageOf, operationFor } from './stages.js';

const LONG_DAYS = 7;

const sourceOf = (/** @type {string} */ source) => /** @type {Record<string, string>} */ ({ signup: t('Signed up'), invite: t('Invited'), import: t('Imported') })[source] ?? word(source);

/** @param {{registration: any}} props */
function Age({ registration: { status, created_at: at, decided_at: decided, expires_at: ends } }) {
  const days = ageOf(decided ?? at, currentTime());
  const text = days === 0 ? t('today') : plural(days, '{count} day ago', '{count} days ago');
  const isLong = !decided && days >= LONG_DAYS && ['pending', 'invited'].includes(status);
  return html`<time title=${showInstant(decided ?? at, zone.value)} class=${isLong ? 'long' : ''}>${text}</time>${ends && ['pending', 'invited'].includes(status) && html` <small>${t('until {day}', { day: showDay(dayOf(ends, zone.value), { day: 'numeric', month: 'short' }) })}</small>`}`;
}

/** @param {{registration: any, plan?: any, company?: string, decide: (operation: any) => any, hold: (registration: any) => void}} props */
export function Card({ registration, plan, company, decide, hold }) {
  const { id, name, email, status, source, message } = registration;
  const approve = operationFor(status, 'members');
  const end = operationFor(status, 'over');
  const onDragStart = (/** @type {any} */ event) => { event.dataTransfer.setData('text/plain', id); event.dataTransfer.effectAllowed = 'move'; hold(registration); };
  return html`<article class="registration" draggable=${Boolean(approve)} onDragStart=${onDragStart} onDragEnd=${() => hold(null)} data-registration=${id}>
    <button type="button" class="as-link" dir="auto" onClick=${() => ask({ registration: id })}>${name}</button><small class="truncate" dir="auto" title=${email}>${email}</small>
    ${plan && html`<span class="wanted truncate" dir="auto" title=${plan.name}>${plan.name}</span>`}${company && html`<small class="truncate" dir="auto">${company}</small>`}
    ${message && html`<p class="message" dir="auto">${message}</p>`}
    <footer><span><${Age} registration=${registration} /></span><${Badge} tone=${status === 'rejected' || status === 'expired' ? 'bad' : 'quiet'}>${['pending', 'invited'].includes(status) ? sourceOf(source) : word(status)}<//></footer>
    ${registration.member_id && html`<a href=${link('person', registration.member_id)}>${t('Open their page')}</a>`}
    ${status === 'pending' && html`<div class="across"><${Button} kind="primary" act=${() => decide('approve')} aria-label=${t('Approve {name}', { name })}>${t('Approve')}<//><${Button} act=${() => decide(end)} aria-label=${t('Decline {name}', { name })}>${t('Decline')}<//></div>`}
    ${(status === 'invited' || (status === 'expired' && source === 'invite')) && html`<div class="across"><${Button} act=${() => decide('resend')} aria-label=${t('Send again: {name}', { name })}>${t('Send again')}<//>${end && html`<${Button} kind="quiet" act=${() => decide(end)} aria-label=${t('Withdraw the invitation of {name}', { name })}>${t('Withdraw')}<//>`}</div>`}</article>`;
}
