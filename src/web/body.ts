/**
 * @module
 * The body of a request as bytes, within a size and a time, whatever is sent and however slowly. What it says is
 * for others to read.
 */

import type { Clock } from "../ports/index.js";

/** How much of a body is taken, and how long it may come. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Ms from the first look at it until its end. */
  readonly bodyMs: number;
  readonly clock: Pick<Clock, "setTimeout" | "clearTimeout">;
}

/** Why there are no bytes. */
export type BodyRefusal = "body_too_large" | "body_timeout" | "malformed_body";

/**
 * All bytes of a body, or why not; a body that is refused is read no further.
 *
 * `malformed_body` is one that broke off, or was read by somebody else before.
 */
export async function readBody(
  request: Request,
  { maxBytes, bodyMs, clock }: BodyLimits,
): Promise<Uint8Array | BodyRefusal> {
  const stated = request.headers.get("content-length");
  if (stated !== null && Number(stated) > maxBytes) return "body_too_large";
  let timer: unknown;
  let stop = (): void => undefined;
  const late = new Promise<BodyRefusal>((resolve) => {
    timer = clock.setTimeout(() => {
      stop();
      resolve("body_timeout");
    }, bodyMs);
  });
  // The server holds a body to the length that it states, and gives all of it at once most cheaply.
  const read = stated === null ? streamed(request, maxBytes, (cancel) => (stop = cancel)) : whole(request);
  try {
    const bytes = await Promise.race([late, read.catch((): BodyRefusal => "malformed_body")]);
    return typeof bytes !== "string" && bytes.length > maxBytes ? "body_too_large" : bytes;
  } finally {
    clock.clearTimeout(timer);
  }
}

async function whole(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

async function streamed(
  request: Request,
  maxBytes: number,
  onCancel: (cancel: () => void) => void,
): Promise<Uint8Array | BodyRefusal> {
  if (request.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  // Nobody waits for what a broken connection says to that.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  onCancel(cancel);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // Pieces of nothing, without end, would let no timer come.
    if (size > maxBytes || chunks.length > maxBytes) {
      cancel();
      return "body_too_large";
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
