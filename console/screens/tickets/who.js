// Names of people on tickets. Of whom the reader may not be told, such as staff of other locations, they see that it is
// somebody.
import { askedBy, nameOf, useCustomerName } from '../../app/names.js';
import { me } from '../../app/place.js';
import { useRecord } from '../../app/records.js';
import { t } from '../../app/words.js';

/** @param {string | null | undefined} id @param {string} [ticket] the ticket that they ask about */
export function useWho(id, ticket) {
  const isMe = id === me.value?.id;
  const by = ticket ? { type: 'ticket', id: ticket } : null;
  const name = useCustomerName(isMe ? null : id, by);
  const { error } = useRecord(id && !isMe ? `/customers/${id}` : null, askedBy(by));
  if (!id) return '';
  if (isMe) return nameOf(me.value);
  return name || (error ? t('A member') : '…');
}
