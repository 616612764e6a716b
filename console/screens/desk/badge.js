// Prints a picture of the API, such as a visitor's badge: the page shows nothing else while it is printed.
import { reasonOf, tell } from '../../app/act.js';
import { getFile } from '../../app/request.js';
import { t } from '../../app/words.js';

/** @param {string} visitId */
export async function printBadge(visitId) {
  const picture = await getFile(`/visitor-visits/${visitId}/badge.svg`).catch((refusal) => { tell(reasonOf(refusal), { isProblem: true }); return null; });
  if (!picture) return;
  const image = Object.assign(new Image(), { src: URL.createObjectURL(picture), alt: t('Badge'), className: 'printed-badge' });
  await image.decode().catch(() => {});
  document.body.append(image);
  document.body.classList.add('prints-badge');
  addEventListener('afterprint', () => {
    document.body.classList.remove('prints-badge');
    image.remove();
    URL.revokeObjectURL(image.src);
  }, { once: true });
  print();
}
