import { describe, expect, it } from "vitest";
import { worldWatch } from "../../../src/fuzz/strategies/strategy-world-watch.js";

function asked(run: () => unknown): string[] {
  const names: string[] = [];
  worldWatch((name) => names.push(name))(run);
  return names;
}

describe("a watch over the world", () => {
  it.each<[string, () => unknown]>([
    ["Math.random", () => Math.random()],
    ["Date.now", () => Date.now()],
    ["Date", () => Date()],
    ["new Date", () => new Date()],
    ["performance.now", () => performance.now()],
    ["crypto.randomUUID", () => crypto.randomUUID()],
    ["crypto.getRandomValues", () => crypto.getRandomValues(new Uint8Array(1))],
    ["process.hrtime", () => process.hrtime()],
    ["queueMicrotask", () => queueMicrotask(() => {})],
    ["setTimeout", () => clearTimeout(setTimeout(() => {}, 1))],
  ])("notices %s", (name, run) => {
    expect(asked(run)).toEqual([name]);
  });

  it("lets arithmetic pass: dates of given numbers, powers, parsing", () => {
    expect(
      asked(() => [new Date(0).getTime(), Date.UTC(2000, 0), Date.parse("2000-01-01"), Math.exp(1)]),
    ).toEqual([]);
    const made = worldWatch(() => {})(() => new Date(5));
    expect(made instanceof Date && made.getTime()).toBe(5);
  });

  it("lets the use go through, and puts everything back, also after a throw and when nested", () => {
    const before = [Math.random, Date, Date.now, performance.now, crypto.randomUUID, globalThis.setTimeout];
    const watch = worldWatch(() => {});
    expect(watch(() => watch(() => Math.random()) + Math.random())).toBeGreaterThanOrEqual(0);
    expect(() =>
      watch(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([Math.random, Date, Date.now, performance.now, crypto.randomUUID, globalThis.setTimeout]).toEqual(
      before,
    );
    expect(Object.hasOwn(performance, "now")).toBe(false);
  });

  it("notices nothing before and after", () => {
    const names: string[] = [];
    const watch = worldWatch((name) => names.push(name));
    Math.random();
    watch(() => watch(() => 1));
    Date.now();
    expect(names).toEqual([]);
  });
});
