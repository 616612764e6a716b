// Refusals as an agent is told them.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { ApiError, ColonnadeError } from "colonnade-client";

import { result } from "./answer.js";

const NOT_KNOWN = "Whether anything was done is not known; the same call again is done once.";

/** Thrown for what this server refuses by itself, before the API is asked. */
export class Refused extends Error {}

/** An error as a result; what is no refusal goes on. */
export function refusal(error: unknown): CallToolResult {
  if (error instanceof ApiError) {
    const { status, code, details, requestId } = error;
    const again = error.retryAfter === null ? "" : ` It may succeed after ${error.retryAfter} seconds.`;
    const message = error.message.replace(`${status} ${code}: `, "");
    const done = status < 500 ? "Nothing was done." : NOT_KNOWN;
    return result(
      `Refused: ${status} ${code} (${requestId ?? "without a request id"}). ${done}${again}`,
      JSON.stringify({ message, details }),
      true,
    );
  }
  if (error instanceof ColonnadeError) {
    return result(`No answer: ${error.message}. ${NOT_KNOWN}`, undefined, true);
  }
  // The library's, for what fits no request: nothing was sent.
  if (error instanceof Refused || error instanceof TypeError)
    return result(`Not sent: ${error.message}`, undefined, true);
  throw error;
}
