// What can be booked on, and what accounts may be for, by their words in the API.
import { number } from '../../app/money.js';
import { t, word } from '../../app/words.js';

export const ACCOUNTS = ['revenue', 'tax', 'deposits', 'accounts_receivable', 'cash', 'customer_balance', 'credit_liability', 'refunds_payable', 'bad_debt'];
/** Accounts whose amounts are by kind of line, and by rate. */
const BY_KIND = ['revenue', 'tax', 'deposits'];
export const KINDS = ['subscription', 'booking', 'event_ticket', 'order', 'credit_package', 'fee', 'proration', 'deposit', 'late_fee', 'custom', 'used_credits', 'kept_balance'];
export const CHARTS = () => [{ value: 'generic', label: t('Generic') }, { value: 'skr03', label: 'SKR 03' }, { value: 'skr04', label: 'SKR 04' }];

/** @param {string} account */
export const isByKind = (account) => BY_KIND.includes(account);

/** What is booked on an account. @param {{account: string, kind: string | null, tax_rate: number | null}} one */
export function bookedOn({ account, kind, tax_rate: rate }) {
  const parts = [word(account), kind && word(kind), rate !== null && t('{percent} %', { percent: number(rate) })];
  return parts.filter(Boolean).join(' · ');
}
