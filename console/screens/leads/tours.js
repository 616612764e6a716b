// Tours of a lead: visits in which they see the place, and bookings in which they try it.
import { html, useState } from '../../vendor/preact.js';
import { useCustomerName, useResourceName } from '../../app/names.js';
import { zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { dayOf, showInstant, showSpan } from '../../app/time.js';
import { t } from '../../app/words.js';
import { Button, Link, Status } from '../../ui/controls.js';
import { change } from './move.js';
import { isOver } from './stages.js';
import { NameTour, PlanTour } from './tour-forms.js';

/** @param {any} lead @param {'tour_visit_ids' | 'tour_booking_ids'} list @param {string} id */
const leaveOut = (lead, list, id) => change(lead, { [list]: lead[list].filter((/** @type {string} */ one) => one !== id) }, t('The tour is named no more. It takes place all the same.'));

/** A tour that can be read no more, such as a visit of which the data was removed. @param {{error: any, children?: any}} props */
const Gone = ({ error, children }) => html`<li><span class="quiet">${error.status === 403 ? t('A tour that you may not see') : t('A tour that is gone')}</span>${children}</li>`;

/** @param {{id: string, children?: any}} props */
function Visit({ id, children }) {
  const { data: visit, error } = useRecord(`/visitor-visits/${id}`);
  const host = useCustomerName(visit?.host_id, { type: 'visitor_visit', id });
  if (error) return html`<${Gone} error=${error}>${children}<//>`;
  if (!visit) return html`<li class="quiet">…</li>`;
  return html`<li><span class="tour"><${Link} to=${link('desk', '', { visit: id })}><time>${showInstant(visit.expected_at, zone.value)}</time><//><small>${t('Visit')}${host && ` · ${t('with {name}', { name: host })}`}</small></span><${Status} status=${visit.status} />${children}</li>`;
}

/** @param {{id: string, children?: any}} props */
function Booking({ id, children }) {
  const { data: booking, error } = useRecord(`/bookings/${id}`);
  const resource = useResourceName(booking?.resource_id);
  if (error) return html`<${Gone} error=${error}>${children}<//>`;
  if (!booking) return html`<li class="quiet">…</li>`;
  const to = link('today', '', { day: dayOf(booking.start_time, booking.time_zone), booking: id });
  return html`<li><span class="tour"><${Link} to=${to}><time>${showSpan(booking.start_time, booking.end_time, booking.time_zone)}</time><//><small>${t('Booking')} · <bdi>${resource || '…'}</bdi></small></span><${Status} status=${booking.status} />${children}</li>`;
}

/** @param {{lead: any}} props */
export function Tours({ lead }) {
  const [open, setOpen] = useState('');
  const close = () => setOpen('');
  const mayChange = !isOver(lead);
  const away = (/** @type {'tour_visit_ids' | 'tour_booking_ids'} */ list, /** @type {string} */ id) => mayChange && html`<${Button} kind="quiet" icon="close" label=${t('Name this tour no more')} act=${() => leaveOut(lead, list, id)} />`;
  const hasNone = !lead.tour_visit_ids.length && !lead.tour_booking_ids.length;
  return html`<section aria-label=${t('Tours')}><div class="head-line"><h3>${t('Tours')}</h3><span class="spring" />${mayChange && html`<${Button} act=${() => setOpen('name')}>${t('One that is planned …')}<//><${Button} icon="add" act=${() => setOpen('plan')}>${t('Plan a tour')}<//>`}</div>
    ${hasNone ? html`<p class="quiet">${t('They have not seen the place yet.')}</p>` : html`<ul class="plain lines">
      ${lead.tour_visit_ids.map((/** @type {string} */ id) => html`<${Visit} key=${id} id=${id}>${away('tour_visit_ids', id)}<//>`)}${lead.tour_booking_ids.map((/** @type {string} */ id) => html`<${Booking} key=${id} id=${id}>${away('tour_booking_ids', id)}<//>`)}</ul>`}
    ${open === 'plan' && html`<${PlanTour} lead=${lead} close=${close} />`}${open === 'name' && html`<${NameTour} lead=${lead} close=${close} />`}</section>`;
}
