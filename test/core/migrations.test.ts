import { describe, expect, it, vi } from "vitest";
import { OLDEST_SCHEMA, replay, upcast } from "../../src/core/index.js";
import { deepFreeze, type Json } from "../../src/core/json/index.js";
import type { SchemaStep } from "../../src/core/migrations.js";
import { type Entry, SCHEMA } from "../../src/core/record/index.js";
import { NegotiationError } from "../../src/errors.js";
import { fixtureNames, HISTORIES, readFixture } from "../fixtures/history-fixture.js";
import { FROM_0, olderEntry } from "../fixtures/schema-0.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";

// As if there had been a format before the first: the library itself has no switch for that.
vi.mock("../../src/core/migrations.js", async () => {
  const { FROM_0: step } = await import("../fixtures/schema-0.js");
  return { SCHEMA_STEPS: [step] };
});

const { SCHEMA_STEPS } = await vi.importActual<{ SCHEMA_STEPS: readonly SchemaStep[] }>(
  "../../src/core/migrations.js",
);

/** A step that leaves its name behind. */
function step(name: string): SchemaStep {
  const mark =
    (part: string) =>
    (value: Json): Json => [...(value as Json[]), `${part} ${name}`];
  return { state: mark("state"), turn: mark("turn"), details: mark("details") };
}

describe("ST-40: upcast", () => {
  const steps = [step("one"), step("two"), step("three")];

  it.each([
    [SCHEMA, []],
    [SCHEMA - 1, ["state three"]],
    [SCHEMA - 2, ["state two", "state three"]],
    [SCHEMA - 3, ["state one", "state two", "state three"]],
  ])("takes the steps that lead from schema %i, each once and in order", (schema, taken) => {
    expect(upcast([], "state", schema, steps)).toEqual(taken);
  });

  it("takes the part of each step that is asked for", () => {
    expect(upcast([], "turn", SCHEMA - 1, steps)).toEqual(["turn three"]);
    expect(upcast([], "details", SCHEMA - 1, steps)).toEqual(["details three"]);
  });

  it("hands today's data back as it is, and nothing as nothing", () => {
    const value = { a: 1 };
    expect(upcast(value, "state", SCHEMA, steps)).toBe(value);
    expect(upcast(null, "turn", SCHEMA - 2, steps)).toBeNull();
  });

  it.each([SCHEMA + 1, SCHEMA - 4, Number.NaN])(
    "ST-41: a schema from which no steps lead is schema_unsupported: %d",
    (schema) => {
      for (const value of [[], null]) {
        try {
          upcast(value, "state", schema, steps);
          expect.unreachable();
        } catch (error) {
          if (!NegotiationError.isInstance(error)) throw error;
          expect(error.code).toBe("schema_unsupported");
          expect(error.details).toEqual({ found: schema, supported: SCHEMA });
        }
      }
    },
  );

  it("the library's own table is frozen, and its steps lead to today's schema from 1", () => {
    expect(Object.isFrozen(SCHEMA_STEPS)).toBe(true);
    expect(SCHEMA - SCHEMA_STEPS.length).toBe(1);
    expect(OLDEST_SCHEMA).toBe(0);
  });
});

describe("ST-40: replay of what an older version wrote", () => {
  const folder = `${HISTORIES}schema-1`;
  const stored = fixtureNames(folder)
    .map((name) => [name, readFixture(folder, name)] as const)
    // Schema 0 knew no groups.
    .filter(([, { record }]) => record.heldBy === null);

  it("there are histories enough", () => {
    expect(stored.length).toBeGreaterThan(50);
  });

  it.each(stored)(
    "gives the record of today, and leaves the entries alone: %s",
    (_name, { entries, record }) => {
      const older: readonly Entry[] = deepFreeze(entries.map(olderEntry));
      const text = JSON.stringify(older);
      expect(text).toContain('"speaker"');
      const again = replay(older);
      expect(JSON.stringify(again)).toBe(JSON.stringify(record));
      expect(isDeepFrozen(again)).toBe(true);
      expect(JSON.stringify(older)).toBe(text);
    },
  );

  it.each(stored)("also where a newer version went on after any entry: %s", (_name, { entries, record }) => {
    for (let count = 0; count <= entries.length; count += 1) {
      const mixed = entries.map((entry, version) => (version < count ? olderEntry(entry) : entry));
      expect(JSON.stringify(replay(mixed))).toBe(JSON.stringify(record));
    }
  });

  it("a step leaves a turn of its own format alone, as the contract says", () => {
    const turn = stored[0]?.[1].record.turns[0] as unknown as Json;
    expect(JSON.stringify(FROM_0.turn(turn))).toBe(JSON.stringify(turn));
  });
});
