/**
 * @module
 * MA-8: seven faults that a compiler could make, each seeded at every place of the table in turn. The
 * comparison with XState has to see every one of them.
 */

import { describe, expect, it } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import type { MachineEvent } from "../../src/core/moves/index.js";
import type { Negotiation } from "../../src/core/record/index.js";
import type { RulesInput } from "../../src/core/rules/index.js";
import { EVERYTHING, negotiationOf, PARK } from "../kit/builders.js";
import { eventsFor } from "./machine-events.js";
import { compared, leafOf, OURS, type Pair, type Table } from "./oracle.js";
import { HANDLED_TWICE, TWO_LEVELS } from "./two-levels.js";

type Ways = Table[string][string];

const ENDING_WORLDS: readonly RulesInput[] = [
  { cap: { limit: 3 }, onTurnTimeout: "fallback", park: PARK, consult: {} },
  {
    cap: { limit: 3, result: "stalled" },
    onTurnTimeout: "stall",
    onTotalTimeout: "stall",
    onFailure: "expire",
    onCancel: "expire",
    park: { ...PARK, onClaimExpiry: "close" },
  },
  { cap: { limit: 4, mode: "reach" }, park: { ...PARK, onClaimExpiry: "fallback" }, consult: {} },
  { cap: { limit: 4, mode: "reach", result: "stalled" }, withdrawOffTurn: true },
];
/** Rules that together lead over every transition of the machine. */
const WORLDS = ENDING_WORLDS.flatMap((rules) => [rules, { ...rules, onReject: "continue" } as const]);

interface Edge {
  readonly snapshot: AnyMachineSnapshot;
  readonly event: MachineEvent;
}

/** Every edge of these worlds as XState walks them, by leaf and event. */
function edgesOf(pair: Pair): ReadonlyMap<string, readonly Edge[]> {
  const edges = new Map<string, Edge[]>();
  for (const rules of WORLDS) {
    const record = negotiationOf({ rules: { ...EVERYTHING, ...rules } });
    const queue = [
      pair.machine.resolveState({ value: { live: "open" }, context: record }),
    ] as AnyMachineSnapshot[];
    const seen = new Set<string>();
    for (let snapshot = queue.shift(); snapshot !== undefined; snapshot = queue.shift()) {
      const { floor, turns, standing, awaiting, updatedAt } = snapshot.context as Negotiation;
      const place = [leafOf(snapshot), floor, turns.length, standing?.seat, awaiting?.kind].join(" ");
      if (seen.has(place)) continue;
      seen.add(place);
      for (const event of eventsFor(snapshot.context, updatedAt + 1)) {
        const key = `${leafOf(snapshot)} ${event.type}`;
        edges.set(key, [...(edges.get(key) ?? []), { snapshot, event }]);
        const { next, difference } = compared(pair, snapshot, event);
        expect(difference).toBeUndefined();
        if (snapshot.status === "active") queue.push(next);
      }
    }
  }
  return edges;
}

/** A copy of the table with other ways out of one state for one event. */
function withWays(table: Table, leaf: string, event: string, ways: Ways): Table {
  return { ...table, [leaf]: Object.assign(Object.create(null), table[leaf], { [event]: ways }) };
}

const edgesOfOurs = edgesOf(OURS);
const edgesOfTwoLevels = edgesOf(TWO_LEVELS);

/** Whether the comparison sees that this table is faulty there. */
function isCaught(pair: Pair, edges: typeof edgesOfOurs, leaf: string, event: string, ways: Ways): boolean {
  const faulty: Pair = { machine: pair.machine, table: withWays(pair.table, leaf, event, ways) };
  return (edges.get(`${leaf} ${event}`) ?? []).some(
    ({ snapshot, event: given }) => compared(faulty, snapshot, given).difference !== undefined,
  );
}

/** Every place of the table where a way out stands. */
const places = Object.entries(OURS.table).flatMap(([leaf, row]) =>
  Object.entries(row).flatMap(([event, ways]) =>
    ways.map((way, index) => ({ leaf, event, ways, way, index })),
  ),
);

/** No consult begins before something stands (EN-33), so nothing of `open` is ever asked about one. */
const UNREACHABLE = ["open on consult", "open on answer", "open on consult.expired"];

/** The places at which the comparison does not see the fault: to be none. */
function missed(fault: (place: (typeof places)[number]) => Ways | undefined): string[] {
  return places.flatMap((place) => {
    const ways = fault(place);
    if (ways === undefined || isCaught(OURS, edgesOfOurs, place.leaf, place.event, ways)) return [];
    const where = `${place.leaf} on ${place.event}`;
    return UNREACHABLE.includes(where) ? [] : [`${where}, way ${place.index + 1}`];
  });
}

function replaced({ ways, index }: { ways: Ways; index: number }, change: Partial<Ways[number]>): Ways {
  return ways.map((way, at) => (at === index ? { ...way, ...change } : way));
}

describe("MA-8: seeded faults are caught", () => {
  it("there are places enough", () => {
    expect(places.length).toBeGreaterThan(80);
  });

  it.each<[string, (place: (typeof places)[number]) => Ways | undefined]>([
    [
      "wrong target",
      (place) => replaced(place, { target: place.way.target === "open" ? "stalled" : "open" }),
    ],
    [
      "guard ignored",
      (place) => (place.way.guard === undefined ? undefined : replaced(place, { guard: undefined })),
    ],
    ["update skipped", (place) => replaced(place, { update: undefined })],
  ])("%s, at every place that has one", (_, fault) => {
    expect(missed(fault)).toEqual([]);
  });

  it("self-transition lost, at every place that has one", () => {
    const lost = places.filter(({ leaf, way }) => way.target === leaf);
    expect(lost.length).toBeGreaterThan(20);
    expect(
      missed(({ leaf, ways, way }) => (way.target === leaf ? ways.filter((one) => one !== way) : undefined)),
    ).toEqual([]);
  });

  it("guard order: the ways asked backwards, for every state and event where the order matters", () => {
    const unseen = missed(({ ways, index }) =>
      index === 0 && ways.length > 1 ? [...ways].reverse() : undefined,
    );
    // The two guards of a release exclude each other, so that their order makes no difference.
    expect(unseen.filter((where) => !where.includes("release"))).toEqual([]);
  });

  it("final not final, for every final state and event", () => {
    const finals = ["accepted", "rejected", "withdrawn", "expired", "stalled"];
    const events = Object.keys(OURS.table["proposed"] ?? {});
    const unseen = finals.flatMap((leaf) =>
      events.filter(
        (event) =>
          !isCaught(OURS, edgesOfOurs, leaf, event, [{ target: leaf, guard: undefined, update: undefined }]),
      ),
    );
    expect(unseen).toEqual([]);
  });

  it.each(HANDLED_TWICE)("parent before leaf: %s on %s", (leaf, event, ofTheLeaf) => {
    const ways = TWO_LEVELS.table[leaf]?.[event] ?? [];
    const backwards = [...ways.slice(ofTheLeaf), ...ways.slice(0, ofTheLeaf)];
    expect(isCaught(TWO_LEVELS, edgesOfTwoLevels, leaf, event, ways)).toBe(false);
    expect(isCaught(TWO_LEVELS, edgesOfTwoLevels, leaf, event, backwards)).toBe(true);
  });
});
