/**
 * @module
 * What fails for a client: answers of the server that are problems, answers that are none, and no answer at all. A move
 * that the engine refused is not among them: it is returned, as everywhere.
 */

import type { LegalMoves } from "../../core/moves/index.js";
import type { ShownCode } from "../door/index.js";

/**
 * A code of the server's, as docs/guide/errors.md and docs/doors/http.md have them, or the client's own: `unreachable`,
 * when no answer came, and `answer_invalid`, when it was none of a bridge. A newer server may have others.
 */
export type ClientErrorCode = ShownCode | "unreachable" | "answer_invalid" | (string & {});

/** What a `ClientError` is made of beside its message; what is left out is not known. */
type ClientErrorFields = Pick<ClientError, "code"> & Partial<Omit<ClientError, "name" | "message" | "stack">>;

const BRAND: unique symbol = Symbol.for("concordat.ClientError") as never;

/**
 * A request that came to nothing, as far as is known: of a command the effect is unknown where `retryable` is true and
 * `commandId` tells under which key it can be repeated without a second one.
 *
 * Compare `code`, never the message; use `ClientError.isInstance(error)`, never `instanceof`.
 *
 * @example
 * const client = createNegotiationClient<{ price: number }>({ baseUrl: "http://127.0.0.1:1", retries: 0 });
 * try {
 *   await client.list();
 * } catch (error) {
 *   if (!ClientError.isInstance(error)) throw error;
 *   console.log(error.code, error.retryable); // unreachable true
 * }
 */
export class ClientError extends Error {
  declare readonly name: "ClientError";
  declare readonly code: ClientErrorCode;
  /** Of the answer; 0 where none came. */
  readonly status: number = 0;
  readonly negotiationId: string | null = null;
  /** The version that was decided on; `null` where the server does not say. */
  readonly version: number | null = null;
  /** What the caller could do instead; `null` where the server does not say. */
  readonly legal: LegalMoves | null = null;
  /** What is wrong with what was sent, each with its JSON Pointer. */
  readonly issues: readonly { readonly pointer: string; readonly message: string }[] = [];
  /** Whether the same may be taken later; it was tried again as often as the options say. */
  readonly retryable: boolean = false;
  /** Ms that the server asks to wait; `null` where it does not say. */
  readonly retryAfterMs: number | null = null;
  /** The idempotency key of the command; `null` for what only reads. */
  readonly commandId: string | null = null;

  /** @param message - what was expected, what came, what to do */
  constructor(message: string, { cause, ...fields }: ClientErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, fields);
    // Not among what is copied to a refusal.
    Object.defineProperties(this, { name: { value: "ClientError" }, [BRAND]: { value: true } });
  }

  /** Whether `value` is a `ClientError` of any copy of this library. */
  static isInstance(value: unknown): value is ClientError {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}

/** No answer, or a part of one. */
export function unreachable(what: string, cause?: unknown): ClientError {
  return new ClientError(`Expected an answer, got ${what}. Nothing is known about the request's effect.`, {
    code: "unreachable",
    retryable: true,
    cause,
  });
}

/** An answer that no bridge gives. */
export function notOfABridge(expected: string, came: string, status: number): ClientError {
  const message = `Expected ${expected}, got ${came}. Check baseUrl, and what stands in front of it.`;
  return new ClientError(message, { code: "answer_invalid", status });
}

/** An answer other than success, read as far as it is a problem of a bridge. */
export function problemOf(status: number, body: unknown, retryAfterMs: number | null): ClientError {
  const { code, detail, negotiationId, version, legal, errors } = recordOf(body);
  const isProblem = typeof code === "string" && /^[a-z]\w{0,63}$/.test(code);
  const isTransient = TRANSIENT.includes(status);
  if (!isProblem && !isTransient) return notOfABridge("an answer of a bridge", `status ${status}`, status);
  const issues = (Array.isArray(errors) ? errors : []).slice(0, MOST_ISSUES).map((one) => {
    const { pointer, message } = recordOf(one);
    return { pointer: textOf(pointer) ?? "", message: textOf(message) ?? "" };
  });
  return new ClientError(textOf(detail) ?? `Expected success, got status ${status}.`, {
    code: isProblem ? code : "unreachable",
    status,
    negotiationId: textOf(negotiationId),
    version: Number.isSafeInteger(version) ? (version as number) : null,
    legal: Array.isArray(recordOf(legal)["actions"]) ? (legal as LegalMoves) : null,
    issues,
    // Of an exception in the server as little is known as of an answer that was lost.
    retryable: isTransient || code === "internal",
    retryAfterMs,
  });
}

/** The members of what may be no object at all. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, MOST_OF_A_TEXT) : null;
}

/** Too slow, too many, or a gateway without its server. */
const TRANSIENT: readonly number[] = [408, 429, 502, 503, 504];

/** Chosen: what a stranger's server may put into a log. */
const MOST_OF_A_TEXT = 1_000;
const MOST_ISSUES = 100;
