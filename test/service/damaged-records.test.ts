import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json/index.js";
import { NegotiationService, type ServiceOptions } from "../../src/index.js";
import type { NegotiationRow, NegotiationStore } from "../../src/ports/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { storeWith } from "../kit/wrapped-store.js";

const PARK = {
  parkMs: 9e5,
  claimMs: 9e5,
  claimBudget: "fresh",
  onClaimExpiry: "repark",
  freshMs: null,
} as const;
const RULES = { oneActive: "none", turnMs: 30_000, totalMs: 120_000 } as const;
const MODES: Readonly<Record<string, ServiceOptions>> = {
  open: { rules: RULES },
  parked: { rules: { ...RULES, park: PARK }, fallback: () => new Promise<never>(() => {}) },
};
const HUGE = "x".repeat(20_000);
const OTHERS: readonly unknown[] = [undefined, null, "", HUGE, -1, 1e15, 0.5, [], {}, [null]];

/** What is read instead: the row, or its turns. */
type Damage = { readonly row?: object; readonly turns?: readonly object[] };

/** One member changed in all the ways; the values are those that differ from what it is. */
function* changesOf(whole: object): Generator<readonly [name: string, changed: object]> {
  for (const [key, value] of Object.entries(whole)) {
    for (const other of OTHERS) {
      if (other === value || JSON.stringify(other) === JSON.stringify(value)) continue;
      yield [`${key}: ${JSON.stringify(other)?.slice(0, 12)}`, { ...whole, [key]: other }];
    }
  }
}

function* damagesOf(row: NegotiationRow, turns: readonly Json[]): Generator<readonly [string, Damage]> {
  const state = row.state as Record<string, object>;
  for (const [name, changed] of changesOf(row))
    if (!name.startsWith("id:") && !name.endsWith("undefined")) yield [`row.${name}`, { row: changed }];
  for (const [name, changed] of changesOf(state))
    yield [`state.${name}`, { row: { ...row, state: changed } }];
  for (const [name, changed] of changesOf(turns[0] as object)) yield [`turn.${name}`, { turns: [changed] }];
  for (const inner of ["rules", "awaiting", "deadlines", "standing", "initiator"]) {
    for (const [name, changed] of changesOf(state[inner] as object))
      yield [`state.${inner}.${name}`, { row: { ...row, state: { ...state, [inner]: changed } } }];
  }
}

/** A store whose row `bad` is read as damaged, and in which nothing is stored: each look finds what the one before did. */
function damagedStore(original: MemoryStore, { row: damaged, turns: others }: Damage): NegotiationStore {
  const ofRow = (row: NegotiationRow | null) =>
    row?.id === "bad" ? ((damaged ?? row) as NegotiationRow) : row;
  const ofPage = <Page extends { items: readonly NegotiationRow[] }>(page: Page): Page => {
    return { ...page, items: page.items.map(ofRow) };
  };
  return storeWith(original, {
    load: (id) => ofRow(original.load(id)),
    turns: (id, range) =>
      ((id === "bad" ? others : undefined) ?? original.turns(id, range)) as readonly Json[],
    list: (query) => ofPage(original.list(query)),
    listParked: (query) => ofPage(original.listParked(query)),
    commit: () => ({ ok: false, reason: "missing" }),
  });
}

const OPERATIONS: Readonly<Record<string, (room: NegotiationService) => unknown>> = {
  viewFor: (room) => room.viewFor("bad", "smith"),
  turns: (room) => room.turns("bad", { viewer: "smith" }),
  legalMoves: (room) => room.legalMoves("bad", "smith"),
  submit: (room) => room.submit("bad", "smith", { action: "counter", terms: { price: 2 } }),
  submitSync: (room) => room.submitSync("bad", "smith", { action: "accept" }),
  cancel: (room) => room.cancel("bad"),
  wake: (room) => room.wake("bad"),
  list: (room) => room.list({ partyId: "smith", limit: 9 }),
  pickup: (room) => room.pickup("smith", { agentId: "phone", negotiationId: "bad" }),
  waiting: (room) => room.waiting("smith"),
  resume: (room) => room.resume(),
  watch: (room) => room.watch("bad", { viewer: "smith" }).next(),
};

/** What is said of a row that cannot be believed, is of another room, or of a newer version. */
const KNOWN = new Set(["record_damaged", "unknown_negotiation", "schema_unsupported"]);

describe("a stored row of which any column, member or turn is changed, missing or huge", () => {
  it.each(Object.keys(MODES))(
    "is told from a whole one by every operation, and no other is hurt: %s [EN-67]",
    async (mode) => {
      const wrong: string[] = [];
      const options = { ...MODES[mode], warnings: false, keepSettled: 0 };
      const clock = new ManualClock();
      const original = new MemoryStore();
      const first = new NegotiationService("room", { ...options, store: original, clock });
      for (const id of ["bad", "good"]) await first.createNegotiation("ada", "smith", { price: 1 }, { id });
      await clock.advance(0);
      first.destroy();
      const row = original.load("bad") as NegotiationRow;
      const turns = original.turns("bad") as readonly Json[];
      for (const [name, damage] of damagesOf(row, turns)) {
        const store = damagedStore(original, damage);
        const room = new NegotiationService("room", { ...options, store, clock });
        for (const [operation, run] of Object.entries(OPERATIONS)) {
          try {
            await run(room);
            await room.viewFor("good", "smith");
          } catch (error) {
            const { code } = error as { readonly code?: string };
            if (!KNOWN.has(String(code))) wrong.push(`${operation} of ${name}: ${error}`);
          }
        }
        room.destroy();
      }
      expect(wrong).toEqual([]);
    },
  );
});
