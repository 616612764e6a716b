// The statement of account: document by document, with the balance after each.
import { html, useState } from '../../vendor/preact.js';
import { money } from '../../app/money.js';
import { currency, zone } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { link } from '../../app/route.js';
import { addDays, currentTime, dayOf, showInstant, startOf, text } from '../../app/time.js';
import { t, word } from '../../app/words.js';
import { Read } from '../../ui/states.js';
import { homeOf } from './home.js';

/** @param {any} line */
const documentLink = (line) => ({ invoice: link('money', '', { tab: 'invoices', invoice: line.document_id }) }[/** @type {string} */ (line.document_type)] ?? '');

/** @param {{line: any, of: string}} props */
const Line = ({ line, of }) => html`<tr><td><time>${showInstant(line.at, zone.value)}</time></td><td>${documentLink(line) ? html`<a href=${documentLink(line)}>${word(line.document_type)}</a>` : word(line.document_type)}</td>
  <td class="number">${money(line.amount, of, { signDisplay: 'exceptZero' })}</td><td class="number"><strong>${money(line.balance, of)}</strong></td></tr>`;

/** @param {{of: any}} props */
export function Statement({ of }) {
  const today = dayOf(currentTime(), zone.value);
  const [from, setFrom] = useState(addDays(today, -365));
  const [to, setTo] = useState(today);
  const isRight = Boolean(from && to && from <= to);
  const statement = useRecord(isRight ? `/customers/${of.id}/statement` : null, isRight ? { from: text(startOf(from, zone.value)), to: text(startOf(addDays(to, 1), zone.value)), currency: homeOf(of)?.currency ?? currency.value } : {});
  const field = (/** @type {string} */ label, /** @type {string} */ value, /** @type {(day: string) => void} */ set) => html`<label>${label} <input type="date" value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)} /></label>`;
  return html`<section class="statement"><div class="head-line"><h2>${t('Statement')}</h2><span class="spring" />${field(t('From'), from, setFrom)}${field(t('Until'), to, setTo)}</div>
    ${!isRight ? html`<p class="problem">${t('Choose days in their order.')}</p>` : html`<${Read} of=${statement} lines=${4}>${(/** @type {any} */ data) => html`<div class="scroll card"><table><thead><tr><th scope="col">${t('When')}</th><th scope="col">${t('What')}</th><th scope="col" class="number">${t('Amount')}</th><th scope="col" class="number">${t('Owed')}</th></tr></thead>
      <tbody><tr><td colspan="3" class="quiet">${t('Owed before')}</td><td class="number">${money(data.opening_balance, data.currency)}</td></tr>
      ${data.lines.map((/** @type {any} */ line) => html`<${Line} key=${`${line.document_id} ${line.at} ${line.amount}`} line=${line} of=${data.currency} />`)}</tbody>
      <tfoot><tr><th scope="row" colspan="3">${t('Owed after')}</th><td class="number"><strong>${money(data.closing_balance, data.currency)}</strong></td></tr></tfoot></table></div>`}<//>`}</section>`;
}
