// What is far down needs no reading yet: whether a part of the page has come into view.
import { useEffect, useRef, useState } from '../vendor/preact.js';

/** `place` is the `ref` of the part; `isShown` is true from when it was near the view first. */
export function useShown() {
  const place = useRef(/** @type {any} */ (null));
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) setShown(true); }, { rootMargin: '200px' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isShown };
}
