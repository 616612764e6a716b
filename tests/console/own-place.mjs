// A location of a journey's own, which is there for no other journey: they take the first that is active.

/** @param {{api: any}} harness @param {string} name @param {(place: any) => Promise<void>} journey */
export async function atOwnPlace({ api }, name, journey) {
  const place = await api('POST', '/locations', { name: `${name} ${Date.now().toString(36)}`, time_zone: 'Europe/Lisbon', currency: 'EUR' });
  try {
    await journey(place);
  } finally {
    await api('PUT', `/locations/${place.id}`, { is_active: false });
  }
}
