import { describe, expect, it } from "vitest";
import type { IdKind } from "../../../src/ports/index.js";
import { resolveOptions } from "../../../src/service/options/index.js";

const randomIds = () => resolveOptions({}).ids;

describe("randomIds", () => {
  it.each<[IdKind, RegExp]>([
    ["negotiation", /^neg_[\w-]{21}$/],
    ["group", /^grp_[\w-]{21}$/],
    ["command", /^[\w-]{21}$/],
    ["claim", /^[\w-]{21}$/],
    ["consult", /^[\w-]{21}$/],
  ])("RM-6: makes ids of 21 random characters for a %s", (kind, pattern) => {
    const ids = randomIds();
    for (let count = 0; count < 200; count += 1) expect(ids(kind)).toMatch(pattern);
  });

  it("RM-6: does not repeat itself, also across the pools of random bytes and across sources", () => {
    const sources = [randomIds(), randomIds()];
    const ids = new Set<string>();
    for (let count = 0; count < 50_000; count += 1) {
      for (const source of sources) ids.add(source("negotiation"));
    }
    expect(ids.size).toBe(100_000);
  });

  it("uses every character of the alphabet about equally often", () => {
    const ids = randomIds();
    const counts = new Map<string, number>();
    const total = 21 * 20_000;
    for (let count = 0; count < 20_000; count += 1) {
      for (const character of ids("command")) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(64);
    const expected = total / 64;
    const chiSquare = [...counts.values()].reduce(
      (sum, count) => sum + (count - expected) ** 2 / expected,
      0,
    );
    // 63 degrees of freedom: beyond 150 less often than once in a hundred million runs.
    expect(chiSquare).toBeLessThan(150);
  });
});
