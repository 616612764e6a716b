// What the caller may do. The API has no operation that tells, so each is asked for in a way that it always refuses: by
// a `limit` of 0, which no operation takes. Who may not call it is refused with 403 before that is looked at, everybody
// else with 400, or with 415 where a body is missing, and nothing is read or done.

import { ApiError } from "colonnade-client";

import type { Caller } from "./calling.js";
import type { Operation } from "./catalogue.js";

// Rights change; a refusal of the call itself is told anyway.
const REMEMBERED_MILLISECONDS = 300_000;
/** An id of no record. */
const NOBODY = "00000000-0000-7000-8000-000000000000";

/** Asks the API what its caller may do, and remembers it. */
export class Rights {
  readonly #caller: Caller;
  readonly #isPerson: boolean;
  readonly #known = new Map<string, { until: number; allows: Promise<boolean> }>();

  constructor(caller: Caller, isPerson: boolean) {
    this.#caller = caller;
    this.#isPerson = isPerson;
  }

  /** Whether the caller may call this operation, as far as it can be known. */
  async allows(operation: Operation): Promise<boolean> {
    // Scopes alone decide for API clients; for a person each operation says by itself who may call it.
    const key = this.#isPerson ? operation.id : operation.scope;
    const known = this.#known.get(key);
    if (known && known.until > Date.now()) return known.allows;
    const allows = this.#ask(operation);
    this.#known.set(key, { until: Date.now() + REMEMBERED_MILLISECONDS, allows });
    allows.catch(() => this.#known.delete(key));
    return allows;
  }

  async #ask(operation: Operation): Promise<boolean> {
    const names = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
    const path = Object.fromEntries(names.map((name) => [name, NOBODY]));
    try {
      await this.#caller.call(operation, { path, query: { limit: 0 } }, { attempts: 1 });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      return error.status !== 403 || this.#maySayWhere(operation, error);
    }
    return true;
  }

  /** Whether it is refused perhaps for lack of a location: who runs several has to name one in lists. */
  #maySayWhere(operation: Operation, error: ApiError): boolean {
    const isAsked = operation.parameters.some((one) => one.name === "location_id" && one.in === "query");
    return this.#isPerson && isAsked && !error.message.includes(operation.scope);
  }
}
