// A location of a journey's own, which is there for no other journey: they take the first that is active, or has euros.

/** @param {{api: any}} harness @param {string} name @param {(place: any) => Promise<void>} journey */
export async function atOwnPlace({ api }, name, journey) {
  const place = await api('POST', '/locations', { name: `${name} ${Date.now().toString(36)}`, time_zone: 'Europe/Lisbon', currency: 'GBP' });
  try {
    await journey(place);
  } finally {
    for (const { id } of await api('GET', `/subscriptions?location_id=${place.id}`)) await api('POST', `/subscriptions/${id}/cancel`, { timing: 'now' });
    // The first draft, template or plan that others find is none of these.
    for (const path of ['contracts', 'contract-templates', 'memberships']) for (const { id } of await api('GET', `/${path}?location_id=${place.id}`)) await api('DELETE', `/${path}/${id}`);
    await api('PUT', `/locations/${place.id}?on_future_bookings=keep`, { is_active: false });
  }
}
