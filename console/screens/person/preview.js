// What a plan or its change would cost, asked of the API before it is done.
import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { reasonOf } from '../../app/act.js';
import { money } from '../../app/money.js';
import { post } from '../../app/request.js';
import { showDay } from '../../app/time.js';
import { t, word } from '../../app/words.js';

/** The answer to a question that changes while people choose; none while there is no question. `isOld`: it is about what was chosen before. @param {any} path @param {any} body null asks nothing @param {number} [turn] asked again with another number */
export function usePreview(path, body, turn) {
  const [answer, setAnswer] = useState(/** @type {{data?: any, refusal?: any, key?: string}} */ ({}));
  const asked = useRef(0);
  const key = JSON.stringify([body, turn]);
  useEffect(() => {
    const number = ++asked.current;
    if (!body) { setAnswer({}); return undefined; }
    const timer = setTimeout(() => post(path, body).then(({ data }) => number === asked.current && setAnswer({ data, key }), (refusal) => number === asked.current && setAnswer({ refusal, key })), 200);
    return () => clearTimeout(timer);
  }, [path, key]);
  return { ...answer, isOld: answer.key !== key };
}

/** @param {{invoice: any}} props */
export const PreviewedInvoice = ({ invoice }) => html`<table class="preview"><tbody>${invoice.lines.map((/** @type {any} */ line, /** @type {number} */ index) => html`<tr key=${index}><td><bdi>${line.description}</bdi>
    ${line.period_start && html` <small>${t('{from} to {to}', { from: showDay(line.period_start), to: showDay(line.period_end) })}</small>`}</td><td class="number">${money(line.unit_amount * line.quantity, invoice.currency)}</td></tr>`)}</tbody>
  <tfoot>${invoice.tax !== null && html`<tr><td>${t('Tax')}</td><td class="number">${money(invoice.tax, invoice.currency)}</td></tr>`}
    <tr><th scope="row">${invoice.total < 0 ? t('Credited at once') : t('Total')}</th><td class="number"><strong>${money(invoice.total, invoice.currency)}</strong></td></tr></tfoot></table>`;

/** @param {{grants: any[]}} props */
export const Grants = ({ grants }) => (grants.length ? html`<p>${grants.map((grant, index) => html`<span key=${index} class="status info">${t('{amount} {unit}', { amount: grant.amount, unit: word(grant.unit).toLocaleLowerCase() })}</span> `)}</p>` : null);

/** @param {{of: {data?: any, refusal?: any}, children: (data: any) => any}} props */
export const Preview = ({ of, children }) => html`<div class="preview-box" role="status">${of.refusal ? html`<p class="problem">${reasonOf(of.refusal)}</p>` : of.data ? children(of.data) : html`<p class="quiet">${t('What it costs is shown here.')}</p>`}</div>`;
