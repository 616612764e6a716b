// Names of letters.
import { word } from '../../app/words.js';

/** @param {string} letter */
export const letterName = (letter) => word(letter);
