// The reminders of an invoice as a row of steps, with the words beside it.
import { html } from '../../vendor/preact.js';
import { merchant, zone } from '../../app/place.js';
import { dayOf, showDay } from '../../app/time.js';
import { plural, t } from '../../app/words.js';
import { dunningOf } from './dunning.js';

/** @param {import('./dunning.js').Dunning} dunning */
function nextSaid({ next, isDue, days }) {
  if (!days.length) return t('no reminders are set');
  if (!next) return t('no more reminders');
  return isDue ? t('the next one is due now') : t('next on {day}', { day: showDay(dayOf(next, zone.value)) });
}

/** @param {{invoice: any}} props */
export function Steps({ invoice }) {
  const dunning = dunningOf(invoice, merchant.value?.invoice_settings?.reminder_days ?? []);
  const { days, step, sent, last } = dunning;
  const title = last ? t('The last one went out on {day}.', { day: showDay(dayOf(last, zone.value)) }) : '';
  return html`<div class="dunning" title=${title}>${days.length > 0 && html`<span><span class="dunning-steps" aria-hidden="true">${days.map((day, index) => html`<i key=${day} class=${index < step ? 'sent' : ''} />`)}</span>
    ${step > 0 && t('step {step} of {all}', { step, all: days.length })}</span>`}<small>${sent > 0 && `${plural(sent, '{count} sent', '{count} sent')} · `}${nextSaid(dunning)}</small></div>`;
}
