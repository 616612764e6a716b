// Words of people that are hard to lay out: those that could be taken for a program, from right to left, and without end.

export const HOSTILE = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '{{constructor.constructor("alert(1)")()}}', 'javascript:alert(1)', '=HYPERLINK("https://evil.example")', 'שלום العربية مرحبا', 'W'.repeat(120), '&lt;b&gt;&amp;'];
export const ARABIC = 'عبد الرحمن بن عبد العزيز';
export const HEBREW = 'דנה כהן-לוי (ת"א)';
export const GERMAN = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Records of every screen that are called so, at a location; those that have a page of their own. */
export async function records(api, place, name, mark) {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const at = (hour) => `${day}T${hour}:00:00Z`;
  const member = await api('POST', '/members', { email: `words.${mark}@example.com`, name, surname: name, about: name, legal_name: name, location_ids: [place.id], billing_address: { line1: name, city: name, postal_code: '10115', country_code: 'DE' } });
  const company = await api('POST', '/companies', { name: `${name} ${mark}`, location_id: place.id, notes: name, legal_name: name });
  const room = await api('POST', '/resources', { name: `${name} ${mark}`, type: 'meeting_room', location_id: place.id, description: name, amenities: [name.slice(0, 60)] });
  const booking = await api('POST', '/bookings', { resource_id: room.id, customer_id: member.id, start_time: at('10'), end_time: at('12'), title: name, notes: name, payment_source: 'none', override: true });
  await api('POST', '/calendar-blocks', { resource_id: room.id, start_time: at('14'), end_time: at('15'), reason: name });
  const ticket = await api('POST', '/tickets', { type: 'other', subject: name, description: name, location_id: place.id, requester_id: member.id, tags: [name.slice(0, 30)] });
  await api('POST', `/tickets/${ticket.id}/comments`, { author_id: member.id, text: name });
  const lead = await api('POST', '/leads', { name, company_name: name, source_text: name, next_step: name, notes: name, location_id: place.id });
  const event = await api('POST', '/events', { title: name, description: name, venue: name, location_id: place.id, start_time: at('16'), end_time: at('17') });
  await api('POST', '/visitor-visits', { location_id: place.id, visitor: { name, surname: name, company_name: name, email: `guest.${mark}@example.com` }, host_id: member.id, expected_at: at('09'), comment: name });
  await api('POST', '/member-registrations', { location_id: place.id, name, email: `registered.${mark}@example.com`, message: name });
  const plan = await api('POST', '/memberships', { location_id: place.id, name: `${name} ${mark}`, cycle: 'monthly', price: 120, currency: place.currency, description: name });
  const catalogue = await api('POST', '/plans', { name: `${name} ${mark}`, price: 120, currency: place.currency, billing_cycle: 'monthly', tagline: name.slice(0, 100), description: name });
  const invoice = await api('POST', '/invoices', { customer_id: member.id, location_id: place.id, memo: name, items: [{ description: name, quantity: 1, unit_amount: 30 }] });
  await api('POST', '/floors', { location_id: place.id, name: `${name} ${mark}`.slice(0, 100) });
  const template = await api('POST', '/contract-templates', { title: name, location_id: place.id, body: name });
  const contract = await api('POST', '/contracts', { customer_id: member.id, location_id: place.id, template_id: template.id, title: name, start_date: day, items: [{ kind: 'plan', membership_plan_id: plan.id, price: 120 }], signers: [{ type: 'customer', order: 1, name, email: member.email }] });
  const category = await api('POST', '/shop-categories', { location_id: place.id, name: `${name} ${mark}` });
  const product = await api('POST', '/shop-products', { location_id: place.id, category_id: category.id, kind: 'goods', title: name, description: name, visibility: 'public', options: [{ title: name, price: 9 }] });
  return { member, company, room, booking, ticket, lead, event, plan, catalogue, invoice, contract, product, day };
}
