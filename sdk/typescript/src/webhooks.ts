// Webhooks after Standard Webhooks: HMAC-SHA256 of id, time and body, with each secret that is valid at the moment.

import { SignatureError } from "./errors.js";
import type { EventType, LoggedEvent } from "./generated/types.js";
import { read } from "./json.js";

/** What a delivery tells: `data` is the event as the event log has it. */
export interface WebhookEvent {
  /** The event's, the same on every delivery of it: what was seen already is ignored. */
  id: string;
  type: EventType | (string & {});
  timestamp: string;
  data: LoggedEvent;
}

/** Headers as `fetch` or as Node's `http` have them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** What may be said of a verification. */
export interface VerificationOptions {
  /** How far the time of the delivery may be from now; five minutes unless said. */
  toleranceSeconds?: number;
  /** Instead of the present time. */
  now?: Date;
}

/**
 * Verifies a delivery, and reads it. `body` is what came, unchanged: what was parsed and written again has another
 * signature. Several secrets are for receivers that know the former and the new one while it is rotated.
 * Throws `SignatureError` for what the service did not send, or not lately.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: VerificationOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  if (!isRecent(timestamp, options)) throw new SignatureError("the delivery is too old, or from the future");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = header(headers, "webhook-signature").split(" ");
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    if (await isSigned(content, signatures, secret)) {
      return { id, ...(read(text, { data: "LoggedEvent" }) as Omit<WebhookEvent, "id">) };
    }
  }
  throw new SignatureError("it is not signed with this secret");
}

async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string[], secret: string): Promise<boolean> {
  const bytes = decoded(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new TypeError("the secret of a webhook endpoint begins with whsec_");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  for (const one of signatures) {
    const signature = one.startsWith("v1,") ? decoded(one.slice(3)) : null;
    // It compares in constant time.
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, content))) return true;
  }
  return false;
}

function isRecent(timestamp: string, options: VerificationOptions): boolean {
  const now = (options.now ?? new Date()).getTime() / 1000;
  return /^\d+$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= (options.toleranceSeconds ?? 300);
}

function header(headers: WebhookHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found.join(" ") : found;
  if (!value) throw new SignatureError(`the header ${name} is missing`);
  return value;
}

/** The bytes of base 64; null when it is none. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
