// The page of who is not signed in: a code by e-mail, an identity provider, or on a developer's machine a button.
import { html, useEffect, useState } from '../vendor/preact.js';
import { Button } from '../ui/controls.js';
import { FormProblem, Input, useForm } from '../ui/form.js';
import { reasonOf } from './act.js';
import { config } from './config.js';
import { Refusal } from './refusal.js';
import { post } from './request.js';
import { begin, isSignOutOwed, settleSignOut } from './session.js';
import { t } from './words.js';

const PAGE_SECRET = 'colonnade.page-secret';

/** @param {string} id @param {string} code @param {string} second */
async function complete(id, code, second) {
  const secret = sessionStorage.getItem(PAGE_SECRET);
  const proof = { code, ...(secret && { page_secret: secret }), ...(second && { second_factor_code: second }) };
  const { data } = await post(`/sign-ins/${id}/complete`, proof, { client: true });
  sessionStorage.removeItem(PAGE_SECRET);
  await begin(data.token);
}

/** @param {{begun: (signIn: {id: string, email: string}) => void}} props */
function AskForCode({ begun }) {
  const form = useForm({
    initial: { email: '' },
    send: async ({ email }) => ({ ...await post('/sign-ins', { email, return_to: location.origin + location.pathname }, { client: true }), email }),
    done: ({ data, email }) => begun({ id: data.id, email }),
  });
  return html`<form onSubmit=${form.submit}><${Input} form=${form} name="email" type="email" label=${t('E-mail address')} autocomplete="email" required />
    <${FormProblem} form=${form} fields=${['email']} /><${Button} kind="primary" type="submit" busy=${form.isBusy}>${t('Send me a code')}<//></form>`;
}

/** @param {{signIn: {id: string, email: string, code?: string}, again: () => void}} props */
function ProveCode({ signIn, again }) {
  const [isSecondAsked, askSecond] = useState(false);
  const form = useForm({
    initial: { code: signIn.code ?? '', second_factor_code: '' },
    send: async ({ code, second_factor_code: second }) => {
      await complete(signIn.id, code.trim(), second.trim()).catch((/** @type {Refusal} */ refusal) => {
        if (refusal.details?.reason !== 'second_factor_required' || isSecondAsked) throw refusal;
        askSecond(true);
      });
    },
  });
  return html`<form onSubmit=${form.submit}>
    ${isSecondAsked ? html`<p>${t('Your address is right. Now the code that your authenticator app shows, or one of your recovery codes.')}</p>
      <${Input} form=${form} name="second_factor_code" label=${t('Code of the app')} autocomplete="one-time-code" autofocus required />` : ''}
    ${isSecondAsked ? '' : signIn.code ? html`<p>${t('You opened a link to sign in.')}</p>` : html`<p>${t('If {email} is the address of a member, a code is on its way.', { email: signIn.email })}
      ${config.letters && html` <a href=${config.letters} target="_blank" rel="noopener">${t('Letters of this service')}</a>`}</p>
      <${Input} form=${form} name="code" label=${t('Code')} inputmode="numeric" autocomplete="one-time-code" required />`}
    <${FormProblem} form=${form} fields=${isSecondAsked ? ['second_factor_code'] : ['code']} />
    <div class="actions"><${Button} act=${again}>${t('Another address')}<//><${Button} kind="primary" type="submit" busy=${form.isBusy}>${t('Sign in')}<//></div></form>`;
}

function Providers() {
  const [providers, setProviders] = useState(/** @type {any[]} */ ([]));
  useEffect(() => { fetchProviders().then(setProviders); }, []);
  const choose = async (/** @type {string} */ id) => {
    const body = { identity_provider_id: id, return_to: location.origin + location.pathname };
    const { data } = await post('/sign-ins/openid', body, { client: true });
    sessionStorage.setItem(PAGE_SECRET, data.page_secret);
    location.assign(data.authorization_url);
  };
  return providers.map(({ id, name }) => html`<${Button} key=${id} act=${() => choose(id)}>${t('Sign in with {name}', { name })}<//>`);
}
async function fetchProviders() {
  const answer = await fetch(`${config.api}/sign-ins/providers`, { headers: { 'X-Client-ID': config.client_id ?? '', Authorization: `Bearer ${config.publishable_key}` } }).catch(() => null);
  return answer?.ok ? (await answer.json()).data.identity_providers : [];
}

function Enter() {
  const [problem, setProblem] = useState('');
  const enter = async () => {
    const answer = await fetch('/console/enter', { method: 'POST' });
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) return setProblem(reasonOf(new Refusal(answer.status, body.error)));
    return begin(body.data.token).catch((refusal) => setProblem(reasonOf(refusal)));
  };
  return html`<hr /><p class="quiet">${t('This service runs on a developer’s machine.')}</p>
    <${Button} class="enter" act=${enter}>${t('Enter as the owner of the demo')}<//>${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

const AGAIN_MS = 4_000;

/** That the service does not know of a sign-out yet: it is told as soon as it can be reached. */
function Owed() {
  const isOwed = isSignOutOwed.value;
  useEffect(() => {
    const timer = isOwed ? setInterval(settleSignOut, AGAIN_MS) : 0;
    return () => clearInterval(timer);
  }, [isOwed]);
  return isOwed && html`<p class="problem" role="alert">${t('You are signed out here. The service could not be told yet: leave this page open until it can be reached.')}</p>`;
}

/** What a link of a letter, or an issuer, brought in the address; it is taken out of the history. */
function takeLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!given.has('sign_in') && !given.has('error')) return null;
  history.replaceState(null, '', location.pathname);
  return { id: given.get('sign_in') ?? '', code: given.get('code') ?? '', problem: given.get('message') ?? given.get('error') ?? '', email: '' };
}

export function SignIn() {
  const [signIn, setSignIn] = useState(/** @type {any} */ (takeLink));
  return html`<main class="sign-in"><img src=${new URL('../icon.svg', import.meta.url).href} alt="" width="48" height="48" /><h1>Colonnade</h1><${Owed} />
    ${!config.client_id && html`<p class="problem" role="alert">${t('This console has no API client: the operator has to give it one.')}</p>`}
    ${signIn?.problem && html`<p class="problem" role="alert">${signIn.problem}</p>`}
    ${signIn?.id ? html`<${ProveCode} key=${signIn.id} signIn=${signIn} again=${() => setSignIn(null)} />` : html`<${AskForCode} begun=${setSignIn} />`}
    <${Providers} />${config.can_enter && html`<${Enter} />`}</main>`;
}
