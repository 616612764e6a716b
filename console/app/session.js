// Who is signed in. The token is a variable of this module: no storage of the browser has it. What outlasts a reload is
// a cookie of the service that no script can read.
import { signal } from '../vendor/preact.js';
import { config } from './config.js';
import { Refusal } from './refusal.js';

/** @typedef {{token: string, member_id: string, token_expires_at?: string, second_factor?: string}} Session */

/** @type {Session | null} */
let session = null;
/** Id of the member who is signed in; `null` for nobody, `undefined` before it is known. */
export const signedIn = signal(/** @type {string | null | undefined} */ (undefined));

/** Whether the role of who is signed in requires a second factor that they have not set up. */
export const isFactorMissing = signal(false);

const tabs = new BroadcastChannel('colonnade-console');
tabs.onmessage = (/** @type {MessageEvent} */ { data: { next, isSignOut } }) => {
  if (isSignOut) sessionStorage.clear();
  adopt(next, false);
};
/** @param {() => Promise<void>} act @returns {Promise<any>} */
const alone = (act) => navigator.locks.request('colonnade-console', act);

/** @param {string} bearer */
const headersOf = (bearer) => ({ 'X-Client-ID': config.client_id ?? '', Authorization: `Bearer ${bearer}` });

export const headersOfSession = () => (session ? headersOf(session.token) : null);
export const headersOfClient = () => headersOf(config.publishable_key ?? '');

const LAST = 'colonnade.member';
/** Of whom the words are that are kept in this tab. */
const READER = 'colonnade.reader';

/** Forgets what was kept for the reader before, who may be another person at the same desk. */
async function forgetReader() {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Keeps apart what is kept for one person and another, in the browser and in each of its tabs. @param {string} member */
function keepFor(member) {
  const [last, reader] = [localStorage.getItem(LAST), sessionStorage.getItem(READER)];
  if (last !== null && last !== member) forgetReader();
  if (reader !== null && reader !== member) sessionStorage.clear();
  localStorage.setItem(LAST, member);
  sessionStorage.setItem(READER, member);
}

/** @param {Session | null} next */
function adopt(next, isOurs = true, isSignOut = false) {
  session = next;
  if (next) keepFor(next.member_id);
  if (isOurs) tabs.postMessage({ next, isSignOut });
  isFactorMissing.value = next?.second_factor === 'missing';
  signedIn.value = next?.member_id ?? null;
}

const OWED = 'colonnade.sign-out-owed';
/** Whether somebody signed out here of which the service does not know yet: until then its cookie is not used. */
export const isSignOutOwed = signal(localStorage.getItem(OWED) !== null);

/** @param {boolean} isOwed */
function owe(isOwed) {
  if (isOwed) localStorage.setItem(OWED, '1');
  else localStorage.removeItem(OWED);
  isSignOutOwed.value = isOwed;
}

/** How long the service is waited for. */
const LONGEST_MS = 10_000;

/** @param {'remember' | 'refresh' | 'sign-out'} what @param {string} [token] */
async function withCookie(what, token) {
  const headers = token ? headersOf(token) : { 'X-Client-ID': config.client_id ?? '' };
  const request = { method: 'POST', credentials: /** @type {const} */ ('same-origin'), keepalive: true, headers, signal: AbortSignal.timeout(LONGEST_MS) };
  const answer = await fetch(`/auth/${what}`, request).catch(() => { throw new Refusal(0); });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, body.error);
  return body.data;
}

/** Gets another token by the cookie, unless another tab did meanwhile. @param {Session | null} used */
const renewOnce = (used) => alone(async () => {
  if (session !== used) return;
  if (localStorage.getItem(OWED) !== null) throw new Refusal(401);
  await withCookie('refresh').then(adopt, (refusal) => {
    if (refusal.status === 401) adopt(null);
    throw refusal;
  });
});
export const renew = () => renewOnce(session);

/** Tells the service that who was here has signed out; it is owed as long as that fails. */
const tellSignOut = () => withCookie('sign-out').then(() => owe(false), (refusal) => owe(refusal.status !== 401));

/** Tells the service of a sign-out that it could not be told of. */
export const settleSignOut = () => alone(async () => { if (isSignOutOwed.peek()) await tellSignOut(); });

/** Signs in with the token of a new session, and keeps it for the next visit. @param {string} token */
export const begin = (token) => alone(async () => {
  if (isSignOutOwed.peek()) await tellSignOut();
  adopt({ ...await withCookie('remember', token), token });
  owe(false);
});

/** The session of an earlier visit, if there is one. */
export async function resume() {
  if (isSignOutOwed.peek()) return settleSignOut();
  return renew().catch((refusal) => { if (refusal.status !== 401) throw refusal; });
}

/** Signs out here, whether or not the service can be told. */
export async function signOut() {
  const forgotten = forgetReader();
  owe(true);
  session = null;
  await forgotten;
  await alone(tellSignOut);
  adopt(null, true, true);
}
