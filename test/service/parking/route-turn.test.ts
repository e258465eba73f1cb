import { describe, expect, it } from "vitest";
import type { KnownAgent } from "../../../src/ports/index.js";
import { routeTurn } from "../../../src/service/parking/index.js";

const NOW = 10_000_000;
const person = { id: "ada", kind: "personal" } as const;
const machine = { id: "bot", kind: "system" } as const;
const WINDOW = { freshMs: 90_000 };

function agent(over: Partial<KnownAgent> = {}): KnownAgent {
  return { agentId: "phone", kind: "personal", lastSeenAt: NOW, ...over };
}

function seen(ageMs: number, over: Partial<KnownAgent> = {}): KnownAgent {
  return agent({ lastSeenAt: NOW - ageMs, ...over });
}

describe("routeTurn", () => {
  it.each([
    ["an agent of this process", person, [agent({ kind: "inline", lastSeenAt: null })], { to: "inline" }],
    ["one beside agents that poll", person, [agent(), agent({ kind: "inline" })], { to: "inline" }],
    ["one of a system party", machine, [agent({ kind: "inline" })], { to: "inline" }],
    ["a system party", machine, [], { to: "fallback", why: "system" }],
    ["a system party with an agent that polls", machine, [agent()], { to: "fallback", why: "system" }],
    ["a person without any agent", person, [], { to: "fallback", why: "no_agent" }],
    [
      "a person with a system agent only",
      person,
      [agent({ kind: "system" })],
      { to: "fallback", why: "no_agent" },
    ],
    ["a fresh agent", person, [seen(0)], { to: "park" }],
    ["one fresh among stale ones", person, [seen(90_001), seen(90_000)], { to: "park" }],
    ["stale agents only", person, [seen(90_001), seen(200_000)], { to: "fallback", why: "timeout" }],
    ["one that was never seen", person, [agent({ lastSeenAt: null })], { to: "fallback", why: "timeout" }],
  ] as const)("PT-1: %s", (_, party, agents, route) => {
    expect(routeTurn(party, agents, NOW, WINDOW)).toEqual(route);
  });

  it.each([
    [89_999, "park"],
    [90_000, "park"],
    [90_001, "fallback"],
  ])("PT-1, AS-39: seen %i ms ago with a window of 90,000: %s", (ageMs, to) => {
    expect(routeTurn(person, [seen(ageMs)], NOW, WINDOW).to).toBe(to);
  });

  it.each([
    [300_000, 599_999, "park"],
    [300_000, 600_000, "park"],
    [300_000, 600_001, "fallback"],
    // Two short intervals are less than the window.
    [10_000, 90_000, "park"],
    [10_000, 90_001, "fallback"],
  ])("PT-1: polling each %i ms, seen %i ms ago: %s", (periodMs, ageMs, to) => {
    expect(routeTurn(person, [seen(ageMs, { periodMs })], NOW, WINDOW).to).toBe(to);
  });

  it("PT-1: without a window any agent of a person's is worth parking for, seen or not", () => {
    for (const lastSeenAt of [0, null]) {
      expect(routeTurn(person, [agent({ lastSeenAt })], NOW, { freshMs: null })).toEqual({ to: "park" });
    }
    expect(routeTurn(person, [], NOW, { freshMs: null })).toEqual({ to: "fallback", why: "no_agent" });
  });

  it("an agent that was seen by a clock ahead of this one is fresh", () => {
    expect(routeTurn(person, [seen(-5_000)], NOW, WINDOW)).toEqual({ to: "park" });
  });
});
