// How a contract ends: by notice, or at once.
import { html } from '../../vendor/preact.js';
import { tell } from '../../app/act.js';
import { invalidate } from '../../app/records.js';
import { post } from '../../app/request.js';
import { t } from '../../app/words.js';
import { Dialog } from '../../ui/dialog.js';
import { FormActions, FormProblem, Input, useForm } from '../../ui/form.js';
import { noticeOf } from '../../ui/notice.js';

/** Leaves out what was not filled in. @param {Record<string, any>} values */
const filled = (values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** @param {{contract: any, close: () => void}} props */
export function NoticeForm({ contract, close }) {
  const form = useForm({
    initial: { last_date: '', note: '' }, draft: `notice.${contract.id}`,
    send: (values, key) => post(`/contracts/${contract.id}/serve-notice`, filled(values), { key }),
    done: () => { invalidate(['contract', 'resource_assignment']); tell(t('Notice is served.')); close(); },
  });
  return html`<${Dialog} title=${t('Serve notice')} close=${close}><form onSubmit=${form.submit}>
    <p>${contract.end_date ? t('The contract ends with its current term.') : t('The contract ends after notice ({notice}), or on a later day.', { notice: noticeOf(contract) || t('none') })}</p>
    ${!contract.end_date && html`<${Input} form=${form} name="last_date" type="date" label=${t('Last day')} hint=${t('The earliest one when left out')} />`}
    <${Input} form=${form} name="note" type="textarea" label=${t('Note')} /><${FormProblem} form=${form} fields=${['last_date', 'note']} />
    <${FormActions} form=${form} label=${t('Serve notice')} kind="danger" close=${close} /></form><//>`;
}

const REASONS = () => [['mutual_agreement', t('By agreement')], ['policy_violation', t('House rules were broken')], ['product_unsatisfactory', t('Not satisfied')], ['force_majeure', t('Force majeure')], ['other', t('Another reason')]].map(([value, label]) => ({ value, label }));

/** @param {{contract: any, close: () => void}} props */
export function TerminateForm({ contract, close }) {
  const form = useForm({
    initial: { date: '', reason: 'mutual_agreement', fee_percent: '', note: '' }, draft: `terminate.${contract.id}`,
    send: ({ fee_percent: fee, ...values }, key) => post(`/contracts/${contract.id}/terminate`, { ...filled(values), ...(fee !== '' && { fee_percent: Number(fee) }) }, { key }),
    done: () => { invalidate(['contract', 'resource_assignment', 'subscription', 'invoice']); tell(t('The contract is terminated.')); close(); },
  });
  return html`<${Dialog} title=${t('Terminate the contract')} close=${close}><form onSubmit=${form.submit}>
    <p>${t('Its places are free after that day, and its subscriptions end.')}</p>
    <${Input} form=${form} name="date" type="date" label=${t('Last day')} required />
    <${Input} form=${form} name="reason" label=${t('Reason')} options=${REASONS()} />
    <${Input} form=${form} name="fee_percent" type="number" min="0" max="100" step="any" label=${t('Fee, percent of what is left of the commitment')} hint=${t('That of each subscription when left out')} />
    <${Input} form=${form} name="note" type="textarea" label=${t('Note')} /><${FormProblem} form=${form} fields=${['date', 'reason', 'fee_percent', 'note']} />
    <${FormActions} form=${form} label=${t('Terminate')} kind="danger" close=${close} /></form><//>`;
}
