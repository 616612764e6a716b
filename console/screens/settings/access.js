// API clients, which owners make, and identity providers. These need `merchant:admin`, which nobody who is signed in to
// a page has, so that a browser that was taken over lets nobody in: the way is shown.
import { html } from '../../vendor/preact.js';
import { config } from '../../app/config.js';
import { me } from '../../app/place.js';
import { t } from '../../app/words.js';
import { Facts } from '../../ui/controls.js';
import { ApiClients } from './api-clients.js';
import { Command, requestCommand } from './command.js';
import { Part } from './editing.js';

export const Section = () => html`<div class="head-line"><h2>${t('Programs and sign-in')}</h2></div><div class="stack">
  <${Part} title=${t('This console')} note=${t('It has no rights of its own: whoever signs in acts with theirs.')}><${Facts} pairs=${[[t('API'), new URL(config.api, location.origin).href], [t('API client'), html`<code>${config.client_id}</code>`], [t('Sign-in'), t('By a code that is sent by e-mail, and by the identity providers of the business')]]} /><//>
  <${Part} title=${t('API clients')} note=${t('Keys of programs, such as a website, a door or a report.')}>
    ${me.value?.role === 'owner' ? html`<${ApiClients} />` : html`<p>${t('Owners make and end them.')}</p>`}
    <p class="quiet">${t('No page makes a key that may do everything: whoever runs the service does that on the command line.')}</p>
    <${Command} label=${t('The first key, or one more that may do everything')} text="cargo run -p local -- client create" /><//>
  <${Part} title=${t('Identity providers')} note=${t('Sign-in by Google, Microsoft Entra, Okta, Keycloak and others that speak OpenID Connect.')}>
    <p>${t('Members are found by their verified address. Roles for which a provider is required are sent no code any more.')}</p>
    <${Command} label=${t('A new identity provider')} text=${requestCommand('POST', '/identity-providers', { name: 'Google', issuer: 'https://accounts.google.com', client_id: '…', client_secret: '…' })} />
    <p><strong>${t('All identity providers')}</strong></p><${Command} label=${t('All identity providers')} text=${requestCommand('GET', '/identity-providers')} /><//></div>`;
