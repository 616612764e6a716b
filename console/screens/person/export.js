// Everything that is held about a member as one file, section after section, as the API has them.
import { nameOf } from '../../app/names.js';

const SECTIONS = ['member', 'registrations', 'registrations_by_email', 'company_places', 'bookings', 'booking_series', 'booking_holds', 'waitlist_entries', 'resource_assignments',
  'benefit_applications', 'check_ins', 'shop_orders', 'event_registrations', 'event_waitlist_entries', 'visitor_visits', 'visitor_requests', 'feed_posts', 'feed_comments', 'feed_edits',
  'feed_likes', 'feed_reports', 'tickets', 'sensitive_tickets', 'ticket_comments', 'contracts', 'contract_texts', 'contract_trails', 'subscriptions', 'invoices', 'invoice_items',
  'credit_notes', 'payment_transactions', 'balance_clearings', 'credit_transactions', 'day_pass_transactions', 'event_registrations_as_guest', 'event_waitlist_entries_as_guest', 'visitor_contacts',
  'leads', 'leads_by_email',
  'sessions', 'letters', 'letters_as_guest', 'calendar_feeds', 'logged_events'];

/** Has the browser keep the export; answers the sections that the reader may not have. @param {any} member @param {(path: any, query: any, most: number) => Promise<any[]>} getAll */
export async function exportMember(member, getAll) {
  const held = /** @type {Record<string, any>} */ ({});
  const missing = [];
  for (const section of SECTIONS) {
    try {
      held[section] = await getAll(`/members/${member.id}/export`, { section }, Infinity);
    } catch (/** @type {any} */ refusal) {
      if (refusal.status !== 403) throw refusal;
      missing.push(section);
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(held, null, 1)], { type: 'application/json' }));
  link.download = `${nameOf(member).replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'member'}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return missing;
}
