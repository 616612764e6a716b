// A request that was not done, and why.
import { wordsOf } from './refusal-words.js';

/** @typedef {{field: string, reason: string, message: string}} FieldProblem */

export class Refusal extends Error {
  /** @param {number} status 0 where no answer came @param {any} error `error` of the answer @param {number} retryAfter seconds */
  constructor(status, error = {}, retryAfter = 0) {
    super(error.message ?? (status ? `the service answered ${status}` : 'the service cannot be reached'));
    this.status = status;
    this.code = error.code ?? (status ? 'internal_error' : 'unreachable');
    this.details = error.details ?? {};
    this.retryAfter = retryAfter;
    /** Whether it may have been done all the same: no clear answer came to a change. */
    this.isUnknown = false;
  }

  /** @returns {FieldProblem[]} */
  get problems() {
    return this.details.errors ?? [];
  }

  /** What went wrong as a sentence for people. */
  get sentence() {
    const message = this.message.replace(/^the request is not valid: /, '');
    const text = wordsOf({ message, reason: this.details.reason, code: this.code });
    return /[.!?。)]$/.test(text) ? text : `${text}.`;
  }

  /** Whether the same request may succeed later. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
