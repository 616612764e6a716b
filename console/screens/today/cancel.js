// Cancelling a booking, with what it costs shown before; or all that follows in its series.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { act, reasonOf } from '../../app/act.js';
import { money } from '../../app/money.js';
import { showChanged } from '../../app/records.js';
import { post } from '../../app/request.js';
import { showInstant } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';

/** What cancelling costs now: a question that changes nothing, though it is a POST. @param {string} id */
function useFee(id) {
  const [state, setState] = useState(/** @type {{quote?: any, refusal?: any}} */ ({}));
  useEffect(() => { post(`/bookings/${id}/quote-cancel`).then(({ data }) => setState({ quote: data }), (refusal) => setState({ refusal })); }, [id]);
  return state;
}

/** @param {{booking: any, zone: string, close: () => void}} props */
export function Cancel({ booking, zone, close }) {
  const { quote, refusal } = useFee(booking.id);
  const [by, setBy] = useState('customer');
  const comment = useRef(/** @type {any} */ (null));
  const costs = quote && quote.fee > 0;
  useEffect(() => { comment.current?.focus(); }, []);
  const cancel = async () => {
    await act({
      send: () => post(`/bookings/${booking.id}/cancel`, { by, comment: comment.current.value }), show: () => showChanged(booking.id, (old) => ({ ...old, status: 'cancelled' })),
      types: ['booking', 'invoice', 'waitlist_entry'], done: t('Cancelled'),
    });
    close();
  };
  if (refusal) return html`<p class="problem" role="alert">${reasonOf(refusal)}</p><div class="actions"><${Button} act=${close}>${t('Back')}<//></div>`;
  return html`<div class="cancel"><h3>${t('Cancel this booking?')}</h3>
    <p role="status">${!quote ? t('Asking what it costs …') : costs ? t('By the policy it costs {fee}; {refund} is given back.', { fee: money(quote.fee, quote.currency), refund: money(quote.refund, quote.currency) })
      : t('It costs nothing.')} ${quote?.free_until && costs ? t('It was free until {when}.', { when: showInstant(quote.free_until, zone) }) : ''}</p>
    ${costs && html`<fieldset class="by"><legend class="hidden">${t('Who cancels')}</legend>
      <label class="check"><input type="radio" name="by" checked=${by === 'customer'} onChange=${() => setBy('customer')} /> <span>${t('The customer cancels and pays the fee')}</span></label>
      <label class="check"><input type="radio" name="by" checked=${by === 'operator'} onChange=${() => setBy('operator')} /> <span>${t('We take it back: no fee')}</span></label></fieldset>`}
    <div class="field"><label for="cancel-comment">${t('Reason')}</label><input id="cancel-comment" dir="auto" ref=${comment} maxlength="500" /></div>
    <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="danger" disabled=${!quote} act=${cancel}>${t('Cancel the booking')}<//></div></div>`;
}

/** @param {{booking: any, close: () => void}} props */
export function CancelSeries({ booking, close }) {
  const cancel = async () => {
    await act({ send: () => post(`/booking-series/${booking.series_id}/cancel`, { scope: 'this_and_following', booking_id: booking.id, by: 'operator' }), types: ['booking', 'booking_series', 'waitlist_entry'], done: t('The series was cancelled from here on') });
    close();
  };
  return html`<div class="cancel"><h3>${t('Cancel this booking and all that follow in its series?')}</h3><p>${t('You take them back, so nobody pays a fee.')}</p>
    <div class="actions"><${Button} act=${close}>${t('Back')}<//><${Button} kind="danger" act=${cancel}>${t('Cancel them')}<//></div></div>`;
}
