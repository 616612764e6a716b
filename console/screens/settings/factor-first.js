// The page of staff whose role requires a second factor, until they have one: they are customers until then.
import { html } from '../../vendor/preact.js';
import { renew, signOut } from '../../app/session.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { Notices } from '../../ui/notices.js';
import { SetUp } from './authenticator.js';
import { keeping } from './recovery-codes.js';

/** @param {{member: string}} props */
export const FactorFirst = ({ member }) => html`<main class="sign-in"><h1>${t('A second factor')}</h1>
  <p>${t('Your role needs one besides the code by e-mail: an app on your phone that shows codes, such as Google Authenticator, 1Password or Aegis.')}</p>
  <${SetUp} member=${member} done=${renew} />${!keeping.value && html`<div class="actions"><${Button} act=${signOut}>${t('Sign out')}<//></div>`}<${Notices} /></main>`;
