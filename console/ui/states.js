// What stands where there is nothing to show yet, nothing at all, or something went wrong.
import { html } from '../vendor/preact.js';
import { reasonOf } from '../app/act.js';
import { t } from '../app/words.js';
import { Button } from './controls.js';
import { Icon } from './icons.js';

/** Bars in the shape of what comes. @param {{lines?: number, label?: string}} props */
export const Loading = ({ lines = 5, label = t('Loading …') }) => html`<div class="loading" role="status" aria-label=${label}>
  ${Array.from({ length: lines }, (_, line) => html`<div key=${line} class="bar" />`)}</div>`;

/** @param {{title: string, icon?: string, children?: any}} props */
export const Empty = ({ title, icon = 'check', children }) => html`<div class="empty"><${Icon} name=${icon} size=${32} /><h3>${title}</h3>${children}</div>`;

/** @param {{refusal: any, again?: () => any}} props */
export const Problem = ({ refusal, again }) => html`<div class="problem-box" role="alert"><${Icon} name="warning" /><p>${reasonOf(refusal)}</p>
  ${again && html`<${Button} act=${again}>${t('Try again')}<//>`}</div>`;

/** That a part of what stands here could not be read; what the reader may not see is no part. @param {{of: {data: any, error: any, again?: () => any}[]}} props */
export function Unread({ of }) {
  const failed = of.filter(({ data, error }) => error && data === undefined && error.status !== 403);
  return failed.length > 0 && html`<div class="problem-box no-print" role="alert"><${Icon} name="warning" /><p>${t('A part of this could not be read. {reason}', { reason: reasonOf(failed[0].error) })}</p>
    <${Button} act=${() => Promise.all(failed.map(({ again }) => again?.()))}>${t('Try again')}<//></div>`;
}

/**
 * What was read of the API: bars, the problem, `empty`, or `children` with the data.
 * @param {{of: {data: any, error: any, again?: () => any}, empty?: any, lines?: number, children: (data: any) => any}} props
 */
export function Read({ of, empty, lines, children }) {
  if (of.data === undefined && of.error) return html`<${Problem} refusal=${of.error} again=${of.again} />`;
  if (of.data === undefined) return html`<${Loading} lines=${lines} />`;
  if (empty && Array.isArray(of.data) && of.data.length === 0) return empty;
  return children(of.data);
}
