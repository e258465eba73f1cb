/**
 * @module
 * `did:web`: documents that a host serves under its own name. To which address a name leads, a private one perhaps,
 * is for the injected `fetch` to judge: nothing here sees an address.
 */

import { demandFunctions, readOptions } from "../../core/checks/index.js";
import type { MaybePromise } from "../../ports/index.js";
import { keyRefusal } from "./key-id.js";
import type { DidDocumentResolver } from "./key-resolver.js";

/** As much of the web's `Response` as is asked for. */
export interface DidWebResponse {
  readonly status: number;
  readonly redirected?: boolean | undefined;
  readonly body: { getReader(): DidWebReader } | null;
}

/** As much of the web's `ReadableStreamDefaultReader` as is asked for. */
export interface DidWebReader {
  read(): PromiseLike<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): PromiseLike<void>;
}

/** As much of the web's `fetch` as is asked for: it gets these values and no others. */
export type DidWebFetch = (
  url: string,
  init: {
    readonly method: "GET";
    readonly credentials: "omit";
    readonly redirect: "error";
    readonly cache: "no-store";
    readonly signal: AbortSignal;
  },
) => PromiseLike<DidWebResponse>;

/** What `didWeb` works with. */
export interface DidWebOptions {
  /**
   * Makes the request; the platform's `fetch` fits.
   *
   * There is none by default, because a DID is a stranger's text: it names the host that is asked. In a server, hand
   * in one that refuses private and local addresses after it has looked the name up, at the moment it connects.
   */
  readonly fetch: DidWebFetch;
  /**
   * Whether a host may be asked: its name in lower case, with the port where that is not 443, `example.com:3000`.
   *
   * @default every host
   */
  readonly allowHost?: ((host: string) => MaybePromise<boolean>) | undefined;
}

/**
 * A resolver for `did:web`, for the `methods` of `createKeyResolver`, which ends it after 5,000 ms and keeps its answers.
 *
 * One GET without credentials. Refuses with `key_not_authorized` a host that is not allowed, without a request; with
 * `key_unresolvable` what is no `did:web`, a redirect, another status than 200, and more than 65,536 bytes. Throws,
 * which the key resolver takes for `key_unresolvable`, what `fetch` and `allowHost` throw.
 *
 * @throws {TypeError} when `fetch` is no function, and for an unknown option
 * @see https://w3c-ccg.github.io/did-method-web/; docs/requirements/signing.md, SG-19 and SG-20
 * @example
 * const partners = ["example.com", "example.org:8443"];
 * const web = didWeb({ fetch, allowHost: (host) => partners.includes(host) });
 */
export function didWeb(options: DidWebOptions): DidDocumentResolver {
  const known = readOptions("the options of didWeb", options, ["fetch", "allowHost"]);
  const { fetch, allowHost = () => true } = known;
  demandFunctions({ fetch: fetch ?? null, allowHost });
  return async (did, { signal }) => {
    const url = didWebUrl(did);
    if (url === undefined) return keyRefusal("unresolvable", "a did:web");
    if ((await allowHost(new URL(url).host)) !== true) return keyRefusal("not_authorized", "an allowed host");
    const { status, redirected, body } = await fetch(url, {
      method: "GET",
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
      signal,
    });
    const reader = body?.getReader();
    try {
      const bytes = new Uint8Array(MOST_BYTES);
      let length = 0;
      const isRead = status === 200 && redirected !== true;
      // Pieces of nothing, without end, would let no timer come.
      for (let reads = 0; reader && isRead && !signal.aborted && reads <= MOST_BYTES; reads += 1) {
        const { done, value } = await reader.read();
        if (done) return bytes.subarray(0, length);
        if (value === undefined || length + value.length > MOST_BYTES) break;
        bytes.set(value, length);
        length += value.length;
      }
    } finally {
      // How that ends is of no interest any more: the answer is given.
      reader?.cancel().then(undefined, () => undefined);
    }
    return keyRefusal("unresolvable", `status 200 and at most ${MOST_BYTES} bytes, no redirect`);
  };
}

/**
 * Where the document of a `did:web` stands; `undefined` for what is none.
 *
 * Its host is a DNS name of two labels at least, the last of which begins with a letter and is not `localhost`, so
 * that no spelling of an IP address passes. `%3A` before a port is the only escape.
 *
 * @see docs/requirements/signing.md, SG-19
 * @example
 * didWebUrl("did:web:example.com"); // "https://example.com/.well-known/did.json"
 * didWebUrl("did:web:example.com%3A3000:user:alice"); // "https://example.com:3000/user/alice/did.json"
 * didWebUrl("did:web:127.0.0.1"); // undefined
 */
export function didWebUrl(did: string): string | undefined {
  const parts = DID_WEB.exec(did);
  if (parts === null) return undefined;
  const [, host = "", port = "", path = ""] = parts;
  const isHost = host.length <= 253 && !/\.localhost$/i.test(host) && Number(port) <= 65_535;
  const place = path === "" ? "/.well-known" : path.replaceAll(":", "/");
  return isHost ? `https://${host.toLowerCase()}${port && `:${port}`}${place}/did.json` : undefined;
}

const MOST_BYTES = 65_536;

/** A DNS name of labels after RFC 1123, a port, segments. */
const DID_WEB =
  /^did:web:((?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+[A-Za-z](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)(?:%3A([1-9]\d{0,4}))?((?::(?!\.\.?(?::|$))[\w.-]+)*)$/;
