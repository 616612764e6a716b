// What stands under somebody's name: short facts, each in its own direction of writing.
import { html } from '../../vendor/preact.js';

/** @param {{parts: any[]}} props */
export const About = ({ parts }) => html`<span class="about">${parts.filter(Boolean).map((part, at) => html`<span key=${at}><bdi>${part}</bdi></span>`)}</span>`;
