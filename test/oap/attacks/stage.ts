/**
 * @module
 * What the attackers of these stories have at hand: several rooms of one Tool, and logs that answer when told to.
 */

import { createPublicKey, verify } from "node:crypto";
import type { HistoryView, OpenDocument, ProposalDocument, TransparencyLog } from "../../../src/oap/index.js";
import { createTransparencyLog, memoryLog, type Verifier } from "../../../src/oap/index.js";
import type { LogPort } from "../../../src/ports/index.js";
import type { ManualClock } from "../../../src/testing/clock/index.js";
import { good, opening, START, sha256, signerOf, until, type World, world } from "../host-setup.js";

/** The log of the Tool, as a process of its own has it. */
export async function logOver(port: LogPort, clock = { now: () => START }): Promise<TransparencyLog> {
  return createTransparencyLog({
    port,
    sha256,
    origin: "tool.example/log",
    signer: await signerOf(9),
    clock,
    verifier: atOnce,
  });
}

/** Verifies within the step that asked, so that a clock that is set by hand finds it done. */
const atOnce: Verifier = (signature, bytes, publicKey) => {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, bytes, key, signature);
};

type Given = NonNullable<Parameters<typeof world>[0]>;

/** Rooms of one Tool, each in a process of its own: stores of their own, and one log. */
export async function roomsOfOneTool(count: number, given: Given = {}): Promise<readonly World[]> {
  const port = memoryLog();
  const made = Array.from({ length: count }, async () => world({ log: await logOver(port), ...given }));
  return (await Promise.all(made)).map((here) => ({ ...here, port }));
}

/** What Bob can send again: Ada's Open and her first offer. */
export interface Offered {
  readonly open: OpenDocument;
  readonly offer: ProposalDocument;
  readonly view: HistoryView;
}

/** Ada opens with Bob, who is the Smith of the setup, and offers. */
export async function offeredByAda(here: World, price = "40.00"): Promise<Offered> {
  const open = await here.ada.open(opening(here));
  const first = good(await here.host.open(open)).history;
  const offer = await here.ada.propose(first, { terms: { price } });
  return { open, offer, view: good(await here.host.propose(offer)).history };
}

/** The kinds of what a port keeps, in their order. */
export async function kindsIn(port: LogPort): Promise<readonly string[]> {
  return (await port.read(0, 1_000)).map(({ entry }) => entry.kind);
}

/** A port that does as it is told. */
export interface ToldPort extends LogPort {
  /** `fails`: whatever it is asked rejects; `hangs`: it waits until it is told otherwise. */
  tell(mood: "works" | "fails" | "hangs"): void;
  /** How often it was asked something. */
  readonly tries: number;
}

/** A log in memory that works until it is told otherwise. */
export function toldPort(port: LogPort = memoryLog()): ToldPort {
  let mood: "works" | "fails" | "hangs" = "works";
  let tries = 0;
  const waiting: (() => void)[] = [];
  const asked =
    <Given extends unknown[], Answer>(answer: (...given: Given) => Answer) =>
    async (...given: Given): Promise<Awaited<Answer>> => {
      tries += 1;
      if (mood === "hangs") await new Promise<void>((resolve) => waiting.push(resolve));
      if (mood === "fails") throw new Error("down");
      return await answer(...given);
    };
  return {
    ...port,
    get tries() {
      return tries;
    },
    tell(next) {
      mood = next;
      for (const go of waiting.splice(0)) go();
    },
    append: asked(port.append),
    read: asked(port.read),
  };
}

/** What comes of something that waits so long for somebody else, once that time has passed. */
export async function passing<Answer>(
  clock: ManualClock,
  ms: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let waits = false;
  const setTimeout = clock.setTimeout.bind(clock);
  clock.setTimeout = (callback, after) => {
    waits ||= after === ms;
    return setTimeout(callback, after);
  };
  const answer = ask();
  await until(() => waits);
  clock.setTimeout = setTimeout;
  await clock.advance(ms);
  return answer;
}
