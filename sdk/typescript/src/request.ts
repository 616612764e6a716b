// One request, sent until there is an answer that holds.

import { ApiError, NoAnswerError, refusal } from "./errors.js";
import { pause, type Patience } from "./retry.js";

/** What is sent, the same at every attempt. */
export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** With what, for how long, and how often it is sent. */
export interface Sending extends Patience {
  fetch: typeof fetch;
  timeoutMilliseconds: number;
  /** Asked at each attempt, because a session may have been renewed meanwhile. */
  bearer: () => string | Promise<string>;
}

/** The answer, as soon as there is one that is no refusal. */
export async function send(request: Request, sending: Sending, signal: AbortSignal | undefined): Promise<Response> {
  const began = Date.now();
  const conditional = "If-Match" in request.headers;
  let mayBeDone = false;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await once(request, sending, signal);
    if (outcome instanceof Response) return outcome;
    const error = outcome instanceof ApiError ? outcome : null;
    if (mayBeDone && request.method === "DELETE" && error?.status === 404) {
      throw new NoAnswerError("the answer was lost, and the record is not there any more", { cause: error });
    }
    mayBeDone ||= error === null || error.status >= 500;
    const wait = pause({ error, attempt, elapsedMilliseconds: Date.now() - began, conditional }, sending);
    if (wait === null) throw outcome;
    await sleep(wait, signal);
  }
}

/** An answer, a refusal, or that there was none. What the caller ended is thrown. */
async function once(
  request: Request,
  sending: Sending,
  signal: AbortSignal | undefined,
): Promise<Response | ApiError | NoAnswerError> {
  const headers = { ...request.headers, Authorization: `Bearer ${await sending.bearer()}` };
  const timeout = AbortSignal.timeout(sending.timeoutMilliseconds);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const answer = await sending.fetch(request.url, {
      method: request.method,
      headers,
      body: request.body,
      signal: ended,
    });
    // Read here: an answer that breaks off is none.
    const bytes = await answer.arrayBuffer();
    if (!answer.ok) return refusal(answer.status, answer.headers, new TextDecoder().decode(bytes));
    return new Response(bytes, { status: answer.status, headers: answer.headers });
  } catch (cause) {
    signal?.throwIfAborted();
    return new NoAnswerError(`${request.method} ${request.url}: no answer`, { cause });
  }
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
