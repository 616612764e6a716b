// Lines of the hours and shades of closed time, painted as the ground of rows, which needs no elements. No DOM.
import { percent } from './bar.js';
import { shareOf } from './stretch.js';

/** @param {import('./stretch.js').Stretch} stretch */
export function linesOf(stretch) {
  const stops = stretch.ticks.slice(1).map(({ at }) => {
    const here = percent(shareOf(stretch, at));
    return `transparent ${here}, var(--line) ${here}, var(--line) calc(${here} + 1px), transparent calc(${here} + 1px)`;
  });
  return `linear-gradient(to right, ${['transparent 0', ...stops].join(', ')})`;
}

/** @param {import('./hours.js').Span[]} closed @param {import('./stretch.js').Stretch} stretch */
export function shadesOf(closed, stretch) {
  if (!closed.length) return '';
  const stops = closed.map(([start, end]) => {
    const [from, to] = [percent(shareOf(stretch, start)), percent(shareOf(stretch, end))];
    return `transparent ${from}, var(--shade-closed) ${from}, var(--shade-closed) ${to}, transparent ${to}`;
  });
  return `linear-gradient(to right, ${['transparent 0', ...stops].join(', ')})`;
}
