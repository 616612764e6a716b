// A network that fails between the page and the service, as journeys need it.

/**
 * Has requests of a method to a path arrive and their answers get lost, as many as are wanted.
 * @returns {Promise<{lost: () => number, stop: () => Promise<void>}>}
 */
export async function loseAnswers(page, method, path, most = Infinity) {
  let count = 0;
  const isMeant = (url) => url.pathname.endsWith(path);
  const lose = async (route) => {
    if (route.request().method() !== method || count >= most) return route.fallback();
    count += 1;
    await route.fetch();
    return route.abort('connectionreset');
  };
  await page.route(isMeant, lose);
  return { lost: () => count, stop: () => page.unroute(isMeant, lose) };
}

/** Has requests of a method to a path refused before they arrive, as many as are wanted. */
export async function refuse(page, method, path, { status, code = 'internal_error', headers = {} }, most = Infinity) {
  let count = 0;
  const isMeant = (url) => url.pathname.endsWith(path);
  const answer = async (route) => {
    if (route.request().method() !== method || count >= most) return route.fallback();
    count += 1;
    return route.fulfill({ status, headers, json: { error: { code, message: 'it is refused', details: {} }, meta: { request_id: 'req_1' } } });
  };
  await page.route(isMeant, answer);
  return { refused: () => count, stop: () => page.unroute(isMeant, answer) };
}
