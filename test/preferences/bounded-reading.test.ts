import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { SCENARIO_TEXTS, type ScenarioText } from "../../bench/scenario-texts.js";
import { NegotiationError } from "../../src/errors.js";
import { fromGeniusXml } from "../../src/preferences/formats/genius/index.js";
import { fromGeniusWeb, parseScenario } from "../../src/preferences/index.js";
import { scenarioSchema } from "../../src/preferences/scenarios/scenario-schema.js";
import { refusalOf as thrownBy } from "./expect-faults.js";

async function read({ format }: ScenarioText, text: string, domain = ""): Promise<unknown> {
  if (format === "genius") return fromGeniusXml(domain, [text]);
  return format === "geniusweb" ? fromGeniusWeb(domain, [text]) : parseScenario(text);
}

const refusalOf = (json: unknown): NegotiationError => thrownBy(() => parseScenario(json));

const issues = [{ name: "price", kind: "integer", min: 0, max: 99 }];
const scenario = (preferences: unknown): Record<string, unknown> => ({
  format: "concordat-scenario",
  version: 1,
  name: "s",
  issues,
  parties: [{ name: "p", preferences }],
});

describe("reading scenario files", () => {
  it.each(SCENARIO_TEXTS.map((kind) => [kind.name, kind] as const))(
    "reads it or keeps at most 100 of its faults: %s [BA-42]",
    async (_, kind) => {
      const { text, domain } = kind.make(30_000);
      const refusal = await read(kind, text, domain).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (kind.isRight) return expect(refusal).toBeUndefined();
      if (!NegotiationError.isInstance(refusal)) throw refusal;
      const { issues: kept, issueCount } = refusal.details as {
        issues: readonly unknown[];
        issueCount: number;
      };
      expect(kept.length).toBe(Math.min(issueCount, 100));
      expect(issueCount).toBeGreaterThan(0);
    },
  );

  it("keeps 100 of 5,000 faults and counts the rest [BA-42]", () => {
    const entries = Array.from({ length: 5_000 }, () => null);
    const { message, details } = refusalOf(scenario({ kind: "mapping", otherwise: 0, entries }));
    expect(details["issues"]).toHaveLength(100);
    expect(details["issueCount"]).toBe(5_000);
    expect(message).toContain("Mend all 5000 faults; details.issues lists the first 100.");
  });

  it("looks at the size of a text before it parses it, and at the number of parties before their wishes [BA-42]", () => {
    const parse = vi.spyOn(JSON, "parse");
    expect(refusalOf(`"${"x".repeat(67_108_864)}"`).message).toContain("at most 67108864 bytes of JSON");
    const domain = `"${"é".repeat(33_554_432)}"`;
    expect(() => fromGeniusWeb(domain, [])).toThrow("at most 67108864 bytes of JSON");
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    const party = { name: "p", preferences: { kind: "mapping", otherwise: 0, entries: [null] } };
    const crowd = { ...scenario(null), parties: Array.from({ length: 65 }, () => party) };
    expect(refusalOf(crowd).details).toMatchObject({
      issues: [{ path: ["parties"], received: "a list of 65" }],
      issueCount: 1,
    });
  });

  it("refuses members of null where a number or nothing may stand [BA-42]", () => {
    const additive = { kind: "additive", weights: [1], values: [{ kind: "linear", slope: 1, offset: null }] };
    expect(refusalOf(scenario(additive)).details["issues"]).toMatchObject([
      { path: ["parties", 0, "preferences", "values", 0, "offset"], received: "null" },
    ]);
  });

  it("finds in large scenarios whatever the schema finds wrong with issues or preferences (property) [BA-42]", () => {
    const filler = { utility: 1, within: { price: { min: 0, max: 1 } } };
    const base = scenario({
      kind: "discounted",
      factor: 0.5,
      form: "linear",
      discountReservation: true,
      reservation: null,
      base: {
        kind: "affine",
        from: [0, 1],
        to: [0, 2],
        base: { kind: "rectangles", bias: 0, rectangles: [...Array.from({ length: 1_000 }, () => filler)] },
      },
    });
    const additive = scenario({
      kind: "additive",
      weights: [1],
      bias: 0,
      values: [{ kind: "linear", slope: 1, offset: 0, from: 0, clamp: [0, 1] }],
      reservation: 0.5,
    });
    const mapping = scenario({
      kind: "mapping",
      otherwise: 0,
      entries: Array.from({ length: 100 }, (_, price) => ({ outcome: { price }, utility: 1 })),
    });
    const junk = fc.constantFrom<unknown>(null, "x", {}, [], true, Number.NEGATIVE_INFINITY, {
      kind: "table",
      values: [],
    });
    fc.assert(
      fc.property(
        fc.constantFrom(base, additive, mapping),
        fc.array(fc.nat(12), { minLength: 1, maxLength: 9 }),
        junk,
        fc.boolean(),
        (source, steps, value, isExtra) => {
          const changed = JSON.parse(JSON.stringify(source));
          let holder = changed.parties[0].preferences;
          let key: string | number = "kind";
          for (const step of steps) {
            const keys = Object.keys(holder);
            key = keys[step % keys.length] ?? "more";
            const inner = holder[key];
            if (typeof inner !== "object" || inner === null || Object.keys(inner).length === 0) break;
            if (step !== steps.at(-1)) holder = inner;
          }
          holder[isExtra && !Array.isArray(holder) ? "more" : key] = value;
          const text = JSON.stringify(changed);
          const isFaulty = !scenarioSchema.safeParse(JSON.parse(text)).success;
          if (isFaulty) expect(() => parseScenario(text), text.slice(0, 300)).toThrow();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
