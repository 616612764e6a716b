// Where the API is, and as which public client the console calls it.

/** @typedef {{api: string, client_id: string | null, publishable_key: string | null, can_enter: boolean, letters: string | null}} Config */

/** @type {Config} */
export const config = { api: '/v1', client_id: null, publishable_key: null, can_enter: false, letters: null };

/** Reads `config.json`, which the service or the deployment writes and no browser keeps. The page asks for it beforehand. */
export async function readConfig() {
  const answer = await fetch('/console/config.json');
  if (!answer.ok) throw new Error('config.json is missing');
  Object.assign(config, await answer.json());
}
