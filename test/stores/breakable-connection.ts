/**
 * @module
 * A way to PostgreSQL that breaks when it is told to: before what was sent arrives, or when it has been done
 * and only the answer is lost.
 */

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { BreakPoint } from "../../src/testing/stores/lab/index.js";

/** A port of this machine behind which the server is. */
export interface BreakableWay {
  readonly port: number;
  /** The next message breaks its connection. */
  breakNext(where: BreakPoint): void;
  close(): Promise<void>;
}

/**
 * Opens the way.
 *
 * @param isTrigger - which messages break, when one is to
 */
export async function breakableWay(
  url: string,
  isTrigger: (message: Buffer) => boolean,
): Promise<BreakableWay> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let breaks: BreakPoint | undefined;
  const way = createServer((client) => {
    const server = connect(Number(port || 5432), hostname);
    let [isReady, isLost] = [false, false];
    const cut = (): void => {
      client.destroy();
      server.destroy();
    };
    client.on("data", (message) => {
      if (breaks === undefined || !isReady || !isTrigger(message)) return void server.write(message);
      isLost = breaks === "after-commit";
      breaks = undefined;
      if (isLost) server.write(message);
      else cut();
    });
    server.on("data", (message) => {
      const isEnd = message.subarray(-6, -1).equals(READY);
      isReady ||= isEnd;
      if (!isLost) client.write(message);
      else if (isEnd) cut();
    });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.setNoDelay().on("error", cut).on("close", cut);
    }
  });
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
  return {
    port: (way.address() as AddressInfo).port,
    breakNext: (where) => {
      breaks = where;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => way.close(resolve));
    },
  };
}

/** The server has done what it was asked, and waits: "Z", the length, and a letter for the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
