// One way to the API: the client library, which repeats what is worth it and reads amounts digit by digit.

import { createHmac } from "node:crypto";

import { Colonnade, type AnyInput, type Request } from "colonnade-client";

import type { Operation } from "./catalogue.js";
import type { Settings } from "./settings.js";

/** What else a call says. */
export interface Conditions {
  /** A name of what is wished: the same one is done once in 24 hours. */
  idempotencyKey?: string | undefined;
  /** The change is made only if the record has this version. */
  ifVersion?: number | undefined;
  signal?: AbortSignal | undefined;
  /** How often it is sent before a failure is told. */
  attempts?: number;
}

/** What came back. */
export interface Outcome {
  readonly answer: unknown;
  /** Whether it is the answer of an earlier request with the same key, and nothing was done now. */
  readonly isReplayed: boolean;
}

/** Calls operations by the names of the document. */
export class Caller {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The answer of an operation, or the library's error. */
  async call(operation: Operation, input: AnyInput, conditions: Conditions = {}): Promise<Outcome> {
    let isReplayed = false;
    const client = this.#client(conditions.attempts ?? 3, async (...request) => {
      const answer = await fetch(...request);
      isReplayed = answer.headers.get("Idempotent-Replayed") === "true";
      return answer;
    });
    const answer = await client.call(
      camelCase(operation.id),
      ordered(input),
      this.#options(operation, input, conditions),
    );
    return { answer, isReplayed };
  }

  /** The request that a call would send, without its credential. */
  request(operation: Operation, input: AnyInput, conditions: Conditions = {}): Request {
    return this.#client(1, fetch).request(
      camelCase(operation.id),
      ordered(input),
      this.#options(operation, input, conditions),
    );
  }

  #client(attempts: number, sending: typeof fetch): Colonnade {
    const { baseUrl, clientId, credential } = this.#settings;
    // An agent's host waits a minute for a tool.
    return new Colonnade({ baseUrl, clientId, ...credential, attempts, longestWait: 10, timeout: 15, fetch: sending });
  }

  #options(operation: Operation, input: AnyInput, conditions: Conditions) {
    const { ifVersion, signal } = conditions;
    return {
      ...(operation.effect === "read" ? {} : { idempotencyKey: this.#key(operation, input, conditions) }),
      ...(ifVersion === undefined ? {} : { ifMatch: ifVersion }),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /** The same for the same wish, and guessed by nobody who lacks the credential: answers are kept encrypted under it. */
  #key(operation: Operation, input: AnyInput, { idempotencyKey, ifVersion }: Conditions): string {
    const { credential } = this.#settings;
    const wish = idempotencyKey === undefined ? [operation.id, input, ifVersion ?? null] : [idempotencyKey];
    const secret = "secret" in credential ? credential.secret : credential.session;
    return `mcp-${createHmac("sha256", secret)
      .update(JSON.stringify(ordered(wish)))
      .digest("hex")}`;
  }
}

/**
 * A value whose members are in order, however they were said. The API takes a request for a repeated one when it has the
 * same bytes.
 */
export function ordered<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(ordered) as Value;
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1));
  return Object.fromEntries(members.map(([name, one]) => [name, ordered(one)])) as Value;
}

/** `create_booking` as the library calls it. */
function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
