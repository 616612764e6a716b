// When a request is sent again. It is the same one each time, with the same `Idempotency-Key`, so it is done once.

import type { ApiError } from "./errors.js";

/** How patient a client is. */
export interface Patience {
  /** How often a request is sent before its last failure is thrown; 1 sends it once. */
  attempts: number;
  /** An answer that asks to wait longer than these seconds is thrown at once, with `retryAfter`. */
  longestWait: number;
}

// A request that died keeps its key for 15 seconds, in which the same request is answered `idempotency_in_progress`.
const KEY_IS_KEPT_MILLISECONDS = 20_000;

/** A request that has failed: why (null without an answer), how often it was sent, since when, on what condition. */
export interface Failure {
  error: ApiError | null;
  attempt: number;
  elapsedMilliseconds: number;
  conditional: boolean;
}

/** After how many milliseconds the request is sent again; null when it is not. */
export function pause(failure: Failure, patience: Patience): number | null {
  if (!isWorthRepeating(failure)) return null;
  const wait = failure.error?.retryAfter;
  if (wait !== undefined && wait !== null && wait > patience.longestWait) return null;
  const isWaiting =
    failure.error?.code === "idempotency_in_progress" && failure.elapsedMilliseconds < KEY_IS_KEPT_MILLISECONDS;
  if (failure.attempt >= patience.attempts && !(isWaiting && patience.attempts > 1)) return null;
  // Without a wish of the service twice as long each time, and not all clients at the same moment.
  return wait ? wait * 1000 : 100 * 2 ** Math.min(failure.attempt, 6) * (0.5 + Math.random() / 2);
}

function isWorthRepeating({ error, conditional }: Failure): boolean {
  if (error?.code === "version_conflict" || error?.code === "idempotency_in_progress" || error?.status === 429)
    return true;
  // The change may have been made: with `If-Match` a repeat would be refused because of the change itself.
  return (error === null || error.status >= 500) && !conditional;
}
