import { describe, expect, it } from "vitest";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";
import type { Offer, PartyView, Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { roomRun } from "../room-run.js";

const { scenario } = oracleCases(fixturesFolder)[0]!;
const own = scenario.parties[0]!;
const other = scenario.parties[1]!;
const base = namedStrategies["boulware"]!();
const opponent = namedStrategies["conceder"]!();

/** What the language itself brings: everybody reaches it from everywhere. */
const INTRINSICS = new Set<unknown>();
for (const name of Object.getOwnPropertyNames(globalThis)) {
  const value: unknown = Reflect.get(globalThis, name);
  INTRINSICS.add(value);
  INTRINSICS.add((value as { prototype?: unknown } | null)?.prototype);
}
INTRINSICS.add(Object.getPrototypeOf(Function.prototype));
INTRINSICS.add(Object.getPrototypeOf(Int8Array));
INTRINSICS.add(Object.getPrototypeOf(function* () {}));
INTRINSICS.add(Object.getPrototypeOf((function* () {})()));

interface Found {
  readonly path: string;
  readonly value: object;
}

/** Everything reachable: own and inherited properties, symbols, and what getters and methods without arguments give. */
function reachable(root: object): readonly Found[] {
  const seen = new Set<unknown>(INTRINSICS);
  const found: Found[] = [];
  const visit = (value: unknown, path: string, receiver: unknown): void => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value))
      return;
    seen.add(value);
    found.push({ path, value });
    visit(Object.getPrototypeOf(value), `${path}.[[Prototype]]`, receiver);
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      const step = `${path}.${String(key)}`;
      visit(descriptor?.get, `${step} (get)`, receiver);
      visit(descriptor?.set, `${step} (set)`, receiver);
      if (descriptor !== undefined && "value" in descriptor) visit(descriptor.value, step, descriptor.value);
      for (const one of [receiver, value]) {
        try {
          visit(Reflect.get(value, key, one), step, Reflect.get(value, key, one));
        } catch {
          // A getter that wants another receiver: asked with the right one elsewhere.
        }
      }
    }
  };
  visit(root, "view", root);
  return found;
}

/** Boulware whose components hand their view, setup and offers to `look`. */
function looking(look: (view: PartyView, extra: readonly unknown[]) => void): Strategy {
  return {
    ...base,
    offering: {
      name: "looking",
      start: (setup) => {
        const running = base.offering.start(setup);
        return {
          next: (view) => {
            look(view, [setup]);
            return running.next(view);
          },
          observe: (offer, view) => look(view, [offer]),
        };
      },
    },
    acceptance: {
      name: "looking",
      start: (setup) => {
        const accepts = base.acceptance.start(setup);
        return (view, next) => {
          look(view, [setup, next]);
          return accepts(view, next);
        };
      },
    },
    justify: (view, move) => {
      look(view, [move]);
      return undefined;
    },
    weigh: (view) => {
      look(view, []);
      return "neutral";
    },
  };
}

describe("BA-29: what a component can reach", () => {
  it("is the documented members, and no more", () => {
    let keys: readonly string[] = [];
    const strategies = [
      looking((view) => (keys = Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(view))))),
      opponent,
    ];
    runNegotiation({ scenario, strategies, turnLimit: 10 });
    expect(keys.filter((key) => key !== "constructor").sort()).toEqual(
      "inverse partyId random received relativeTime reservation seat sent space standing turnNumber turnsLeft".split(
        " ",
      ),
    );
  });

  it.each(["headless", "room"])("is frozen, every object of it (%s)", async (where) => {
    const unfrozen = new Set<string>();
    let foundCount = 0;
    const look = (view: PartyView, extra: readonly unknown[]): void => {
      const found = [view, ...extra].flatMap((one) => reachable(one as object));
      foundCount = Math.max(foundCount, found.length);
      for (const { path, value } of found) if (!Object.isFrozen(value)) unfrozen.add(path);
    };
    const strategies = [looking(look), opponent];
    if (where === "room") await roomRun({ scenario, strategies, turnLimit: 20, seed: 1 });
    else runNegotiation({ scenario, strategies, turnLimit: 20 });
    expect(foundCount).toBeGreaterThan(40);
    expect([...unfrozen]).toEqual([]);
  });

  it.each(["headless", "room"])(
    "holds nothing of the other side, the runner or the engine (%s)",
    async (where) => {
      const inverses = scenarioInverses(scenario);
      const secrets = new Set<unknown>([scenario, own, other, other.preferences, inverses[1], opponent]);
      const strings: string[] = [];
      let leaks = 0;
      const look = (view: PartyView): void => {
        for (const { value } of reachable(view)) {
          if (secrets.has(value)) leaks += 1;
          strings.push(value.constructor?.name ?? "");
        }
      };
      const strategies = [looking(look), opponent];
      const options = { scenario, inverses, strategies, turnLimit: 20, seed: 1 };
      if (where === "room") await roomRun(options);
      else runNegotiation(options);
      expect(leaks).toBe(0);
      const classes = new Set(strings);
      for (const name of ["Player", "AgentGame", "RowWatch", "NegotiationService", "Room", "Games"]) {
        expect(classes).not.toContain(name);
      }
      expect(classes).toContain("StateView");
    },
  );

  it("has no method that gives the other side's utilities: all that can be valued is valued as its own", () => {
    const mine = inverseUtility(scenarioInverses(scenario)[0]!.space, own.preferences);
    const look = ({ inverse, received, standing, reservation }: PartyView): void => {
      expect(inverse.utility(3)).toBe(mine.utility(3));
      expect(reservation).toBe(0);
      for (let position = 0; position < received.length; position += 1) {
        expect(received.utilityAt(position)).toBe(mine.utility(received.indexAt(position)));
      }
      if (standing !== null) expect(standing.utility).toBe(mine.utility(standing.index));
    };
    runNegotiation({ scenario, strategies: [looking(look), opponent], turnLimit: 30 });
  });

  it("D-7: throws at every attempt to write, and the trace stays what it was", () => {
    const calm = runNegotiation({ scenario, strategies: [base, opponent], turnLimit: 200, trace: true });
    let attempts = 0;
    const attack = (view: PartyView): void => {
      for (const { value } of reachable(view)) {
        for (const key of [...Reflect.ownKeys(value), "added"]) {
          attempts += 1;
          expect(Reflect.set(value, key, 1)).toBe(false);
          expect(Reflect.defineProperty(value, key, { value: 77_777 })).toBe(false);
        }
        expect(() => Object.setPrototypeOf(value, {})).toThrow(TypeError);
      }
    };
    let turn = 0;
    const strategies = [looking((view) => turn++ < 3 && attack(view)), opponent];
    const attacked = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
    expect(attacked.error).toBe(null);
    expect(attempts).toBeGreaterThan(100);
    expect(attacked).toEqual(calm);
  });
});

describe("the view", () => {
  it("tells turn, time, what is left, the offers of both sides and the standing one", () => {
    const seen: unknown[] = [];
    const observed: (readonly [number, boolean, number, boolean])[] = [];
    const strategy: Strategy = {
      name: "telling",
      offering: {
        name: "telling",
        start: () => ({
          next: (view) => {
            const { turnNumber, relativeTime, turnsLeft, sent, received, standing } = view;
            seen.push([
              turnNumber,
              relativeTime,
              turnsLeft,
              sent.length,
              received.length,
              standing?.turnNumber ?? null,
            ]);
            return view.inverse.best();
          },
          observe: (offer, view) =>
            observed.push([offer.turnNumber, offer.isOwn, view.turnNumber, view.standing === null]),
        }),
      },
      acceptance: { name: "never", start: () => () => false },
    };
    runNegotiation({ scenario, strategies: [namedStrategies["tough"]!(), strategy], turnLimit: 6 });
    expect(seen).toEqual([
      [2, 1 / 4, 5, 0, 1, 1],
      [4, 2 / 4, 3, 1, 2, 3],
      [6, 3 / 4, 1, 2, 3, 5],
    ]);
    expect(observed).toEqual([1, 2, 3, 4, 5, 6].map((turn) => [turn, turn % 2 === 0, turn, turn % 2 === 0]));
  });

  it("gives offers by position, negative ones from the end, and nothing beyond", () => {
    const offers: (Offer | undefined)[] = [];
    const numbers: number[] = [];
    const look = ({ received, turnNumber }: PartyView): void => {
      if (turnNumber !== 5) return;
      offers.push(received.at(0), received.at(-1), received.at(2), received.at(-3));
      numbers.push(
        received.indexAt(1),
        received.turnNumberAt(-1),
        received.relativeTimeAt(0),
        received.indexAt(2),
      );
      numbers.push(received.utilityAt(2), received.relativeTimeAt(-3), received.turnNumberAt(7));
    };
    runNegotiation({ scenario, strategies: [looking(look), namedStrategies["tough"]!()], turnLimit: 5 });
    const shape = (turnNumber: number) =>
      expect.objectContaining({ turnNumber, isOwn: false, proposalId: null });
    expect(offers.slice(0, 4)).toEqual([shape(2), shape(4), undefined, undefined]);
    expect(numbers.slice(0, 7)).toEqual([offers[1]!.index, 4, 1 / 4, -1, Number.NaN, Number.NaN, -1]);
  });

  it("BA-15: draws depend on seed, party, turn and draw only", () => {
    const drawsOf = (seed: number) => {
      const draws: number[] = [];
      const look = (view: PartyView) => draws.push(view.random(0), view.random(1), view.random(0));
      runNegotiation({ scenario, strategies: [looking(look), opponent], turnLimit: 3, seed });
      return draws;
    };
    const draws = drawsOf(1);
    expect(draws[0]).toBe(draws[2]);
    expect(draws[0]).not.toBe(draws[1]);
    expect(drawsOf(1)).toEqual(draws);
    expect(drawsOf(2)).not.toEqual(draws);
    expect(new Set(draws).size).toBe(6);
    for (const draw of draws) expect(draw >= 0 && draw < 1).toBe(true);
  });
});
