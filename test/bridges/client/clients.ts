/**
 * @module
 * Clients of a bridge that stands behind real sockets, and what can come between: a proxy that cuts its connections, and
 * servers that say whatever a test wants.
 */

import { createServer, type RequestListener } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from "node:net";
import { afterEach } from "vitest";
import {
  createNegotiationClient,
  type NegotiationClient,
  type NegotiationClientOptions,
} from "../../../src/bridges/client/index.js";
import type { Clock } from "../../../src/index.js";

/** The terms of these tests. */
export interface Price {
  readonly price: number;
}

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Pauses pass at once; limits, which are long, never: a slow machine is no silent server. */
export const hastyClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms === NEVER_MS ? ms : ms / 50),
  clearTimeout: (handle) => clearTimeout(handle as never),
};

const NEVER_MS = 2_147_483_647;

/** A clock that stands still: its pauses pass at once, and are written down. */
export function pausesOf(now: number): { readonly waited: readonly number[]; readonly clock: Clock } {
  const waited: number[] = [];
  const clock: Clock = {
    now: () => now,
    setTimeout: (callback, ms) => {
      if (ms === NEVER_MS) return 0;
      waited.push(ms);
      return setTimeout(callback, 0);
    },
    clearTimeout: (handle) => clearTimeout(handle as never),
  };
  return { waited, clock };
}

/** A client that calls as this party. */
export function clientOf(
  baseUrl: string,
  party = "ada",
  options: Partial<NegotiationClientOptions> = {},
): NegotiationClient<Price> {
  return createNegotiationClient<Price>({
    baseUrl,
    headers: { authorization: `Bearer ${party}` },
    clock: hastyClock,
    timeoutMs: NEVER_MS,
    silenceMs: NEVER_MS,
    ...options,
  });
}

/** What happens to one connection. */
export interface Cut {
  /** Bytes of the server's answers that still pass. @default all */
  readonly afterBytes?: number;
  /** Bytes of the client's requests that still pass. @default all */
  readonly afterAskedBytes?: number;
}

/** A proxy on a free port. Each connection asks `cutOf` for its fate, by its number from 0. */
export async function proxied(base: string, cutOf: (connection: number) => Cut): Promise<string> {
  const { port } = new URL(base);
  let count = 0;
  return socketServer((near) => {
    const { afterBytes = Number.POSITIVE_INFINITY, afterAskedBytes = Number.POSITIVE_INFINITY } = cutOf(
      count++,
    );
    const far = connect(Number(port), "127.0.0.1");
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on("error", end).on("close", end);
    passing(near, far, afterAskedBytes);
    passing(far, near, afterBytes);
  });
}

/** Passes so many bytes on, and then ends: what was passed is still sent. */
function passing(from: Socket, to: Socket, most: number): void {
  let left = most;
  from.on("data", (chunk: Buffer) => {
    to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) to.end(() => to.destroySoon());
  });
}

/** A server without a protocol on a free port. */
export async function socketServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    onSocket(socket);
  });
  return listening(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/** A server of the test's own on a free port. */
export async function scripted(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return listening(server, () => server.closeAllConnections());
}

async function listening(server: Server, cut: () => void): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    cut();
    return new Promise((resolve) => void server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** All that a watch gives, to its end. */
export async function collected<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}
