// Words that are typed into a field, and what of them is asked for.
import { useEffect, useState } from '../vendor/preact.js';
import { ask, route } from '../app/route.js';

const REST_MS = 200;
/** The API searches by two letters and more. */
const FEWEST = 2;

/** What is asked for follows what is typed once that rests, so that not every letter asks. @returns {[string, string, (words: string) => void]} typed, asked for, and what sets the former */
export function useTyped() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const words = typed.trim();
    const timer = setTimeout(() => setAsked([...words].length < FEWEST ? '' : words), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, asked, setTyped];
}

/** The same, asked for in the address as `q`, where it stays over a reload. @returns {[string, (words: string) => void]} what is typed, and what sets it */
export function useAsked() {
  const [words, setWords] = useState(route.value.query.q ?? '');
  useEffect(() => {
    const asked = [...words.trim()].length < FEWEST ? '' : words.trim();
    if (asked === (route.peek().query.q ?? '')) return undefined;
    const timer = setTimeout(() => ask({ q: asked || null }), REST_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return [words, setWords];
}
