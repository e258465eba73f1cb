import { describe, expect, it } from "vitest";
import {
  readCreation,
  readNegotiate,
  readSubmit,
  resolveOptions,
  SERVICE_OPTION_KEYS,
} from "../../../src/service/options/index.js";
import { systemClock, WakeUpTimer } from "../../../src/service/timing/index.js";
import { MemoryStore, OwnStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";

const schema = { "~standard": { version: 1, vendor: "test", validate: () => ({ value: 1 }) } } as const;

describe("resolveOptions", () => {
  it("EN-42: puts every default in its place, and freezes", () => {
    const options = resolveOptions({});
    expect(Object.isFrozen(options)).toBe(true);
    expect(options).toMatchObject({
      rules: {},
      ownsStore: true,
      clock: systemClock,
      policies: [],
      keepSettled: 10_000,
      outbox: false,
    });
    expect(options.store).toBeInstanceOf(OwnStore);
    expect(options.timer).toBeInstanceOf(WakeUpTimer);
    expect(options.ids("negotiation")).toMatch(/^neg_/);
  });

  it("EN-42: takes undefined for not given, for every option", () => {
    const given = Object.fromEntries(SERVICE_OPTION_KEYS.map((key) => [key, undefined]));
    expect(resolveOptions(given)).toMatchObject({ ownsStore: true, keepSettled: 10_000 });
  });

  it("keeps what it is given, and does not own a store that is handed in", () => {
    const store = new MemoryStore();
    const timer = new WakeUpTimer();
    const clock = new ManualClock(T0);
    const options = resolveOptions({ store, timer, clock, terms: schema, keepSettled: 0, outbox: true });
    expect(options).toMatchObject({ ownsStore: false, keepSettled: 0, outbox: true });
    expect([options.store, options.timer, options.clock, options.terms]).toEqual([
      store,
      timer,
      clock,
      schema,
    ]);
  });

  it.each([
    ["rule", "rules"],
    ["stores", "store"],
    ["agentsFor", "agentFor"],
    ["keepSetled", "keepSettled"],
    ["polices", "policies"],
    ["observers", "observer"],
    ["sweepInterval", "sweepIntervalMs"],
  ])("EN-42: an unknown option is a TypeError: %s is near to %s", (key, nearest) => {
    expect(() => resolveOptions({ [key]: {} })).toThrow(
      new TypeError(`Expected a known member of options, got "${key}". Did you mean ${nearest}?`),
    );
  });

  it.each<[string, unknown]>([
    ["keepSettled", -1],
    ["keepSettled", 0.5],
    ["keepSettled", Number.POSITIVE_INFINITY],
    ["keepSettled", Number.NaN],
    ["keepSettled", "10"],
    ["sweepIntervalMs", 0],
    ["sweepIntervalMs", Number.NaN],
    ["leaseMs", 0],
    ["leaseMs", 1.5],
  ])("EN-42: %s out of range is a RangeError that shows it (%j)", (key, value) => {
    expect(() => resolveOptions({ [key]: value })).toThrow(RangeError);
    expect(() => resolveOptions({ [key]: value })).toThrow(new RegExp(`^Expected ${key} .*, got .*\\.$`));
  });
});

describe("what operations are given", () => {
  it("SY-20: unknown options are a TypeError that names the nearest known one", () => {
    expect(() => readSubmit({ comandId: "c" } as never)).toThrow(/commandId/);
    expect(() => readCreation({ contxt: 1 } as never)).toThrow(/context/);
    expect(() => readNegotiate({ initiator: "a", responder: "b", signl: 1 } as never)).toThrow(/signal/);
  });
});
