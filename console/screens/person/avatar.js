// A person's photograph, or their initials.
import { html, useState } from '../../vendor/preact.js';
import { nameOf } from '../../app/names.js';
import { useAll, useRecord } from '../../app/records.js';

/** The first characters of the first and the last word, as readers see characters. @param {string} name */
export function initialsOf(name) {
  const words = name.replace(/[^\p{L}\p{N}\s]/gu, ' ').trim().split(/\s+/).filter(Boolean);
  const firsts = words.map((word) => [...word][0] ?? '');
  return [firsts[0], words.length > 1 ? firsts.at(-1) : ''].join('').toLocaleUpperCase() || '·';
}

/** @param {{of: any, size?: string}} props */
export const Avatar = ({ of, size = '' }) => html`<span class=${`avatar ${size}`} aria-hidden="true" dir="auto">${initialsOf(nameOf(of))}</span>`;

/** The photograph where there is one that can be fetched: an upload is found by its key. @param {{of: any}} props */
export function Photograph({ of }) {
  const uploads = useAll(of.photo_key ? '/uploads' : null);
  const found = uploads.data?.find((/** @type {any} */ one) => one.file_key === of.photo_key);
  const file = useRecord(found ? `/uploads/${found.id}` : null);
  const [isBroken, setBroken] = useState(false);
  const address = file.data?.download_link?.url;
  return address && !isBroken ? html`<img class="avatar large" src=${address} alt="" onError=${() => setBroken(true)} />` : html`<${Avatar} of=${of} size="large" />`;
}
