// Begins the console.
import { html, render, signal, useLayoutEffect, useState } from '../vendor/preact.js';
import { Loading, Problem } from '../ui/states.js';
import { readConfig } from './config.js';
import { watch } from './live.js';
import { locations, me, readPlace } from './place.js';
import { forget } from './records.js';
import { go, route } from './route.js';
import { load, ready, screens } from './screens.js';
import { isFactorMissing, resume, signedIn } from './session.js';
import { later, readWords, t, wholeWords } from './words.js';

/** What is shown where the service cannot be reached from the beginning; null where it can. */
const offline = signal(/** @type {any} */ (null));

/** What stands around every screen, which is loaded while answers are awaited. */
const shell = signal(/** @type {any} */ (null));
const loadShell = () => import('./shell.js').then(({ Shell }) => { shell.value = Shell; });

/** Who signs in: most have done so before, so that it is no part of the first screen. */
const signIn = signal(/** @type {any} */ (null));
const loadSignIn = () => import('./sign-in.js').then(({ SignIn }) => { signIn.value = SignIn; });

function Visitor() {
  const [error, setError] = useState(/** @type {any} */ (null));
  useLayoutEffect(() => { if (!signIn.peek()) loadSignIn().catch(setError); }, []);
  if (signIn.value) return html`<${signIn.value} />`;
  return html`<main class="sign-in">${error ? html`<${Problem} refusal=${error} again=${() => location.reload()} />` : html`<${Loading} />`}</main>`;
}

function Console() {
  const member = signedIn.value;
  const [state, setState] = useState(/** @type {{member?: string | null, error?: any}} */ ({}));
  const isMissing = isFactorMissing.value;
  useLayoutEffect(() => {
    forget();
    if (!member || isMissing) return setState({});
    const began = async () => {
      await Promise.all([readPlace(), loadShell()]);
      if (!locations.value.length && route.peek().screen === 'today') go('setup');
      // What the screen shows first is asked for before it is drawn; what cannot be read is told there.
      ready.get(route.peek().screen)?.prepare?.().catch(() => {});
      setState({ member });
      watch();
    };
    began().catch((error) => setState({ member, error }));
    return undefined;
  }, [member, isMissing]);
  if (offline.value) return html`<${offline.value} again=${resumed} />`;
  if (member === undefined) return html`<main class="sign-in"><${Loading} /></main>`;
  if (!member) return html`<${Visitor} />`;
  if (isMissing) return html`<${FactorFirst} member=${member} />`;
  if (state.error) return html`<main class="sign-in"><${Problem} refusal=${state.error} again=${() => location.reload()} /></main>`;
  if (state.member !== member || !me.value) return html`<main class="sign-in"><${Loading} /></main>`;
  return html`<${shell.value} key=${member} />`;
}

/** What those see first whose role requires a second factor that they have not set up. @param {{member: string}} props */
function FactorFirst({ member }) {
  const [page, setPage] = useState(/** @type {{Page?: any, error?: any}} */ ({}));
  useLayoutEffect(() => { later(() => import('../screens/settings/factor-first.js')).then(({ FactorFirst: Page }) => setPage({ Page }), (error) => setPage({ error })); }, []);
  if (page.Page) return html`<${page.Page} member=${member} />`;
  return html`<main class="sign-in">${page.error ? html`<${Problem} refusal=${page.error} again=${() => location.reload()} />` : html`<${Loading} />`}</main>`;
}

/** Lets the browser keep the pages for when there is no network. The policy of the page allows this one program. */
function keepPages() {
  if (!('serviceWorker' in navigator)) return;
  const types = /** @type {any} */ (window).trustedTypes;
  const policy = types?.createPolicy('colonnade', { createScriptURL: () => '/worker.js' });
  navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/worker.js').catch(() => {});
}

const RETRY_MS = 4_000;
const QUIET_MS = 5_000;
let retry = 0;

/** Goes on with the session of an earlier visit; without a network, with what is kept for then. */
async function resumed() {
  clearTimeout(retry);
  const refusal = await resume().catch((problem) => problem);
  if (refusal?.status === 0 && localStorage.getItem('colonnade.member')) {
    offline.value ??= await later(() => import('../screens/desk/offline.js')).then(({ Offline }) => Offline, () => null);
    if (offline.value) { retry = window.setTimeout(resumed, RETRY_MS); return; }
  }
  offline.value = null;
  if (signedIn.peek() === undefined) signedIn.value = null;
}

async function start() {
  // The screen is made ready while answers are awaited; what fails here fails again where it is shown.
  const words = readWords();
  const screen = screens().find(({ path }) => path === route.peek().screen);
  loadShell().catch(() => {});
  if (screen) load(screen).catch(() => {});
  if (!localStorage.getItem('colonnade.member')) loadSignIn().catch(() => {});
  const session = readConfig().catch(() => {}).then(resumed);
  await words;
  render(html`<${Console} />`, /** @type {HTMLElement} */ (document.getElementById('console')));
  await session;
  keepPages();
  // Whoever signs out without a network needs it, so that it is kept with the other pages.
  setTimeout(() => { loadSignIn().catch(() => {}); wholeWords(); }, QUIET_MS);
}
start().catch((error) => { document.body.textContent = t('The console cannot be started: {error}', { error: error.message }); });
