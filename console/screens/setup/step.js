// What stands around each step: what it is for, the way back, and the way past it.
import { html } from '../../vendor/preact.js';
import { link } from '../../app/route.js';
import { t } from '../../app/words.js';
import { Button } from '../../ui/controls.js';
import { beforeOf, nextOf } from './steps.js';

/** @param {{title: string, about: string, children?: any}} props */
export const StepHead = ({ title, about, children }) => html`<h2>${title}</h2><p class="quiet">${about}</p>${children}`;

/** @param {{step: string, form?: any, label?: string, skip?: string, children?: any}} props */
export const StepActions = ({ step, form, label, skip = t('Skip'), children }) => html`<div class="setup-actions">
  ${step !== 'location' && html`<a class="button quiet" href=${link('setup', '', { step: beforeOf(step) })}>${t('Back')}</a>`}<span class="spring" />
  <a class="button" href=${link('setup', '', { step: nextOf(step) })}>${skip}</a>${children}${form && html`<${Button} kind="primary" type="submit" busy=${form.isBusy}>${label}<//>`}</div>`;
