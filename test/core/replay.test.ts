import { describe, expect, it } from "vitest";
import { applyEntry, replay } from "../../src/core/index.js";
import { type Entry, type Negotiation, SCHEMA } from "../../src/core/record/index.js";
import { NegotiationError } from "../../src/errors.js";
import type { Setup, Step } from "../kit/builders.js";
import {
  ANSWERED,
  CANCEL,
  CLAIM,
  CLAIMED,
  CONSULTED,
  EVERYTHING,
  FAILED,
  failing,
  historyOf,
  PARK,
  PARKED,
  RELEASED,
  T0,
  WAKE,
} from "../kit/builders.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

const elapse = (after: number): Step => ({ ...WAKE, after });
const PARKING: Setup = { rules: { ...EVERYTHING, park: PARK, totalMs: null, cap: { limit: 20 } } };

/** One history for everything that an entry can hold. */
const HISTORIES: Readonly<Record<string, readonly [setup: Setup, steps: readonly Step[]]>> = {
  "open, nothing more": [{}, []],
  "an opening in the creation": [
    { opening: { price: 40 }, context: Object.freeze({ query: "gpu" }) as never, heldBy: "grp_1" },
    ["accept"],
  ],
  "all actions": [
    { rules: { ...EVERYTHING, cap: { limit: 9 } } },
    ["propose", "counter", "question", "counter", "propose", "reject"],
  ],
  "own ids and instants": [
    {},
    [
      { action: "propose", proposalId: "first", validUntilAt: T0 + 9_000, after: 5 },
      {
        action: "counter",
        proposalId: "second",
        replyTo: "first",
        reason: "Too dear.",
        extra: { a: [1] },
        assessment: { b: 2 },
      },
      { action: "accept", replyTo: "second", justification: { c: 3 } },
    ],
  ],
  "validity of the rules": [
    { rules: { validityMs: 4_000 } },
    ["propose", { action: "counter", after: 3_999 }, elapse(4_000)],
  ],
  "a coerced answer": [{}, [{ action: "propose", source: "agent", coercedFrom: "question" }, "accept"]],
  "a refusal to open": [{}, [{ action: "withdraw", source: "agent", coercedFrom: "reject" }]],
  "failures, a careful move": [
    { preset: "index" },
    [
      "propose",
      FAILED,
      failing("invalid"),
      { action: "counter", source: "fallback", message: null },
      FAILED,
      FAILED,
    ],
  ],
  "a repetition": [{}, ["propose", failing("repetition"), failing("repetition")]],
  "an exceeded cap": [
    { rules: { cap: { limit: 1 } } },
    ["propose", { action: "counter", terms: { price: 1 }, message: "Again." }],
  ],
  "a reached cap": [
    { rules: { ...EVERYTHING, cap: { limit: 3, mode: "reach", result: "stalled" } } },
    ["propose", "question", "propose"],
  ],
  "parking, claims and a release": [
    PARKING,
    [
      "propose",
      PARKED,
      CLAIMED,
      RELEASED,
      CLAIMED,
      { action: "counter", claim: CLAIM },
      PARKED,
      "counter",
      PARKED,
      elapse(PARK.parkMs),
      { action: "counter", source: "fallback" },
    ],
  ],
  "consults, answered and not": [
    { rules: { consult: { maxPerParty: 2, windowMs: 500 } } },
    ["propose", CONSULTED, ANSWERED, CONSULTED, elapse(500), "counter", CONSULTED, CANCEL],
  ],
  "several deadlines in one commit": [
    { rules: { onTurnTimeout: "fallback", totalMs: 50_000 } },
    ["propose", elapse(60_000)],
  ],
  "a consult and the total in one commit": [
    { rules: { consult: { windowMs: 500 } } },
    ["propose", CONSULTED, elapse(200_000)],
  ],
  "cancelling with details": [
    {},
    ["propose", { type: "cancel", details: Object.freeze({ why: "left" }) as never }],
  ],
};

describe("EN-5: replay", () => {
  it.each(Object.entries(HISTORIES))("gives the stored record byte for byte: %s", (_name, [setup, steps]) => {
    const { entries, negotiation } = historyOf(setup, steps);
    expect(JSON.stringify(replay(entries))).toBe(JSON.stringify(negotiation));
  });

  it.each(Object.entries(HISTORIES))(
    "also from entries that came from a store as JSON, and deep-frozen: %s",
    (_name, [setup, steps]) => {
      const { entries, negotiation } = historyOf(setup, steps);
      const stored = JSON.parse(JSON.stringify(entries)) as Entry[];
      const again = replay(stored);
      expect(JSON.stringify(again)).toBe(JSON.stringify(negotiation));
      expect(isDeepFrozen(again)).toBe(true);
    },
  );

  it.each(Object.entries(HISTORIES))(
    "gives entry by entry the records and the events that the commits told: %s [ST-103]",
    (_name, [setup, steps]) => {
      const { entries, commits, negotiation } = historyOf(setup, steps);
      let record: Negotiation | null = null;
      for (const [index, entry] of (JSON.parse(JSON.stringify(entries)) as Entry[]).entries()) {
        const applied: ReturnType<typeof applyEntry> = applyEntry(record, entry);
        expect(JSON.stringify(applied.events)).toBe(JSON.stringify(commits[index]));
        expect(isDeepFrozen(applied.negotiation)).toBe(true);
        record = applied.negotiation;
      }
      expect(JSON.stringify(record)).toBe(JSON.stringify(negotiation));
    },
  );

  it("gives every earlier record from the entries up to it", () => {
    const [setup, steps] = HISTORIES["parking, claims and a release"] as (typeof HISTORIES)[string];
    const { entries } = historyOf(setup, steps);
    for (let count = 1; count <= entries.length; count += 1) {
      const earlier = historyOf(setup, steps.slice(0, count - 1)).negotiation;
      expect(JSON.stringify(replay(entries.slice(0, count)))).toBe(JSON.stringify(earlier));
    }
  });

  it("entries are numbered from 0 without gaps, and each commit has one (EN-27a)", () => {
    const { entries, negotiation } = historyOf(PARKING, ["propose", PARKED, CLAIMED]);
    expect(entries.map(({ version }) => version)).toEqual([0, 1, 2, 3]);
    expect(negotiation.version).toBe(3);
    expect(entries.map(({ kind }) => kind)).toEqual(["created", "turn", "parked", "claimed"]);
  });

  it("EN-1: turns stand once, in their entries", () => {
    const { entries, negotiation } = historyOf({}, ["propose", "counter"]);
    expect(entries.map(({ turn }) => turn)).toEqual([null, ...negotiation.turns]);
    expect(entries.every((entry) => isDeepFrozen(entry))).toBe(true);
  });

  const { entries } = historyOf({}, ["propose", "counter", "accept"]);
  it.each([
    ["none", []],
    ["the first one missing", entries.slice(1)],
    ["one missing", entries.filter(({ version }) => version !== 2)],
    ["one twice", [...entries, entries.at(-1) as Entry]],
    ["another beginning", [{ ...(entries[0] as Entry), kind: "turn" }]],
    ["what cannot follow", [...entries.slice(0, 1), { ...(entries[2] as Entry), version: 1 }]],
  ])("refuses a history with %s", (_what, given) => {
    expect(() => replay(given)).toThrow(TypeError);
  });

  it.each([0, 2])("ST-41: an entry of a newer schema is schema_unsupported (entry %i)", (version) => {
    const newer = entries.map((entry) =>
      entry.version === version ? { ...entry, schema: SCHEMA + 1 } : entry,
    );
    try {
      replay(newer);
      expect.unreachable();
    } catch (error) {
      if (!NegotiationError.isInstance(error)) throw error;
      expect(error.code).toBe("schema_unsupported");
      expect(error.details).toEqual({ found: SCHEMA + 1, supported: SCHEMA });
    }
  });
});
