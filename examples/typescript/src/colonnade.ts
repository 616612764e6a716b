// A client of Colonnade on Node's own fetch.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const ATTEMPTS = 5;

export interface Page<T> {
  data: T[];
  pagination: { next_cursor: string };
}

/** The API refused the request. */
export class Refused extends Error {
  constructor(readonly status: number, readonly code: string, message: string) {
    super(`${status} ${code}: ${message}`);
  }
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

export class Client {
  private readonly baseUrl = setting("COLONNADE_BASE_URL");
  private readonly headers = {
    Authorization: `Bearer ${setting("COLONNADE_CLIENT_SECRET")}`,
    "X-Client-ID": setting("COLONNADE_CLIENT_ID"),
    "Content-Type": "application/json",
  };

  get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
    const text = new URLSearchParams(query).toString();
    return this.send("GET", text ? `${path}?${text}` : path);
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.send("POST", path, body);
  }

  /** Every record of a list, read by cursor. */
  async *every<T>(path: string, query: Record<string, string> = {}): AsyncGenerator<T> {
    let cursor = "";
    do {
      const page = await this.get<Page<T>>(path, { ...query, limit: "100", ...(cursor && { cursor }) });
      yield* page.data;
      cursor = page.pagination.next_cursor;
    } while (cursor);
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    // The same key in every attempt: the request is done once.
    const headers: Record<string, string> = { ...this.headers };
    if (method === "POST") headers["Idempotency-Key"] = randomUUID();
    const request: RequestInit = { method, headers };
    if (body) request.body = JSON.stringify(body);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(this.baseUrl + path, request).catch((fault: unknown) => {
        if (attempt === ATTEMPTS) throw fault;
      });
      if (answer?.ok) return (await answer.json()) as T;
      if (answer && (![429, 500, 503].includes(answer.status) || attempt === ATTEMPTS)) {
        const { error } = (await answer.json()) as { error: { code: string; message: string } };
        throw new Refused(answer.status, error.code, error.message);
      }
      await pause(1000 * Number(answer?.headers.get("Retry-After") ?? 2 ** attempt / 10));
    }
  }
}
