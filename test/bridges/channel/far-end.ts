/**
 * @module
 * The far end of a channel in a worker thread or a child process: an agent that gives way by 5 a turn. A child reads and
 * writes lines; `BRIDGE_MUTE` makes it think for ever.
 */

import { createInterface } from "node:readline";
import { parentPort } from "node:worker_threads";
import { serveAgent } from "../../../src/bridges/channel/index.js";

const isMute = process.argv.includes("mute");
const port = parentPort;
const lines = port === null ? createInterface({ input: process.stdin }) : null;

const served = serveAgent<{ price: number }>(
  ({ standing, turns }) => {
    if (isMute) return new Promise(() => {});
    if (standing === null) return { action: "propose", terms: { price: 40 } };
    if (standing.terms.price <= 50) return { action: "accept" };
    return { action: "counter", terms: { price: 40 + 5 * turns.length } };
  },
  {
    send: (text) => (port === null ? process.stdout.write(`${text}\n`) : port.postMessage(text)),
    onMessage: (listener) => (port === null ? lines?.on("line", listener) : port.on("message", listener)),
  },
);

// The pipe has ended: without this a call that thinks for ever would keep its timer, and with it the process.
lines?.on("close", () => served.close());
