// What stages, sources and reasons of leads are called, and what a lead wants.
import { zone } from '../../app/place.js';
import { currentTime, dayOf, showDay } from '../../app/time.js';
import { plural, t, word } from '../../app/words.js';

export const SOURCES = ['referral', 'website', 'walk_in', 'phone', 'email', 'advertisement', 'social_media', 'event', 'broker', 'other'];

/** @param {string} stage */
export const stageName = (stage) => /** @type {Record<string, string>} */ ({ new: t('New'), contacted: t('Contacted'), tour_scheduled: t('Tour scheduled'), offer_made: t('Offer made'), won: t('Won'), lost: t('Lost') })[stage] ?? word(stage);

export const sources = () => SOURCES.map((value) => ({ value, label: sourceName(value) }));

/** @param {string} source */
export const sourceName = (source) => /** @type {Record<string, string>} */ ({
  referral: t('Somebody sent them'), website: t('Website'), walk_in: t('Came by the door'), phone: t('Telephone'), email: t('Letter or e-mail'), advertisement: t('Advertisement'), social_media: t('Social network'), event: t('An event'), broker: t('Broker or portal'), other: t('Another way'),
})[source] ?? word(source);

export const lostReasons = () => [['price', t('Too dear')], ['location', t('The wrong place')], ['no_space', t('No room for them')], ['timing', t('Not now')], ['competitor', t('Went elsewhere')], ['no_answer', t('They do not answer')], ['unsuitable', t('They do not fit')], ['other', t('Another reason')]].map(([value, label]) => ({ value, label }));

/** @param {string | null} reason */
export const reasonName = (reason) => lostReasons().find(({ value }) => value === reason)?.label ?? word(reason);

/** What they want: desks, plan, resource, and from when. @param {any} lead with what it names */
export const wantedOf = ({ desk_count: desks, wanted_start: from, expanded }) => [
  desks && plural(desks, '{count} desk', '{count} desks'), expanded?.membership_plan?.name, expanded?.resource?.name, from && t('from {day}', { day: showDay(from, { day: 'numeric', month: 'short', year: 'numeric' }) }),
].filter(Boolean).join(' · ');

/** The present day of the location. */
export const today = () => dayOf(currentTime(), zone.value);

/** By when the next step is to be done. @param {{next_step_on: string | null}} lead */
export function dueWords({ next_step_on: day }) {
  if (!day) return '';
  const said = showDay(day, { day: 'numeric', month: 'short' });
  if (day === today()) return t('Today');
  return day < today() ? t('Late since {day}', { day: said }) : t('By {day}', { day: said });
}
