// What lists say of a resource: its price and its policy in a few words.
import { money } from '../../app/money.js';
import { showMinutes } from '../../app/time.js';
import { t } from '../../app/words.js';

export const TYPES = ['meeting_room', 'conference_room', 'event_space', 'phone_booth', 'studio', 'hot_desk', 'dedicated_desk', 'office', 'parking', 'equipment', 'station'];
export const AUDIENCES = ['public', 'network_members', 'members', 'exclusive_members', 'admins'];

export const audienceOf = (/** @type {string} */ audience) => /** @type {Record<string, string>} */ ({
  public: t('Everybody'), network_members: t('Members of the network'), members: t('Members of the location'), exclusive_members: t('Subscribers of plans that name it'), admins: t('Only the team'),
})[audience] ?? audience;

/** @param {any} rate @param {string} currency */
function rateText(rate, currency) {
  const unit = rate.per_minutes === 60 ? t('{amount} an hour', { amount: money(rate.unit_amount, currency) }) : t('{amount} per {time}', { amount: money(rate.unit_amount, currency), time: showMinutes(rate.per_minutes) });
  if (!rate.unit_amount) return money(rate.flat_amount, currency);
  return rate.flat_amount ? t('{flat} and {unit}', { flat: money(rate.flat_amount, currency), unit }) : unit;
}

/** @param {any} resource */
export function priceText({ rates, currency }) {
  if (!rates.length) return t('Free of charge');
  const first = rates.find((/** @type {any} */ { from_minutes: from, valid }) => from === 0 && !valid) ?? rates[0];
  return rates.length > 1 ? t('{price}, and other rates', { price: rateText(first, currency) }) : rateText(first, currency);
}

/** @param {any} resource */
export function policyText(resource) {
  const { min_minutes: min, max_minutes: max, cancellation_policy: { member_ladder: ladder }, requires_approval: isApproved } = resource;
  return [
    min && max ? t('{min} to {max}', { min: showMinutes(min), max: showMinutes(max) }) : max ? t('up to {max}', { max: showMinutes(max) }) : min ? t('from {min}', { min: showMinutes(min) }) : '',
    ladder.length ? t('fee from {time} before', { time: showMinutes(ladder[0].minutes_before) }) : '',
    isApproved ? t('with approval') : '',
  ].filter(Boolean).join(' · ');
}
