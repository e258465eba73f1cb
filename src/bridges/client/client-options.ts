/**
 * @module
 * The options of a client, read once and complete from then on.
 */

import { demandFunctions, type Filled, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import type { Clock, MaybePromise } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";

/** Headers as `fetch` takes them. */
export type ClientHeaders = Readonly<Record<string, string>> | Headers;

/** What a client is made of. */
export interface NegotiationClientOptions {
  /** Where the bridge is: `https://example.org/negotiate`. In a page also from where that is: `/negotiate`. */
  readonly baseUrl: string | URL;
  /** Who calls: sent with each request; a function is asked before each attempt. @default none */
  readonly headers?: ClientHeaders | (() => MaybePromise<ClientHeaders>) | undefined;
  /** @default the platform's */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Ms for one attempt, its answer read. @default 30_000 */
  readonly timeoutMs?: number | undefined;
  /** Further attempts where none, or no whole answer came, or the server asks for one. @default 4 */
  readonly retries?: number | undefined;
  /** Ms without a byte after which a stream counts as lost; the server sends one each 15 s. @default 45_000 */
  readonly silenceMs?: number | undefined;
  /** Bytes of an answer, and characters of an event. @default 16_777_216 */
  readonly maxAnswer?: number | undefined;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
  /** Hears what a listener of a store threw. @default nobody */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Options with every default in its place. */
export interface ResolvedClientOptions extends Filled<Omit<NegotiationClientOptions, "baseUrl" | "headers">> {
  /** Without a slash at its end. */
  readonly base: string;
  readonly headers: () => MaybePromise<ClientHeaders>;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown option, and for a URL that is none of HTTP, or has a query or a password in it
 * @throws {RangeError} for a number out of range
 */
export function resolveClientOptions(options: NegotiationClientOptions): ResolvedClientOptions {
  const given = readOptions("options", options, KEYS);
  const { baseUrl, headers = {}, fetch, onError, clock = systemClock } = given;
  const { timeoutMs = 30_000, retries = 4, silenceMs = 45_000, maxAnswer = 16_777_216 } = given;
  demandFunctions({ fetch, onError });
  return {
    base: baseOf(baseUrl),
    headers: typeof headers === "function" ? headers : () => headers,
    // Looked up at each call, so that a page's own is taken that comes later; browsers want it called on `globalThis`.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeoutMs: integerIn("timeoutMs", timeoutMs, 1, 2_147_483_647),
    retries: integerIn("retries", retries, 0),
    silenceMs: integerIn("silenceMs", silenceMs, 1, 2_147_483_647),
    maxAnswer: integerIn("maxAnswer", maxAnswer, 1),
    clock,
    onError: onError ?? (() => undefined),
  };
}

function baseOf(baseUrl: string | URL): string {
  let href = "";
  try {
    href = new URL(baseUrl, globalThis.location?.href).href;
  } catch {
    // Said below.
  }
  // A query would end up in the middle; a password in a URL is refused by `fetch`, and shown in logs.
  if (/^https?:\/\/[^/@]+\/[^?#]*$/.test(href)) return href.replace(/\/+$/, "");
  throw new TypeError(
    unmet("baseUrl", "a URL of http or https without user, query and fragment", typeof baseUrl),
  );
}

const KEYS = [
  "baseUrl",
  "headers",
  "fetch",
  "timeoutMs",
  "retries",
  "silenceMs",
  "maxAnswer",
  "clock",
  "onError",
] as const;
