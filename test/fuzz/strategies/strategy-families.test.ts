import { describe, expect, it } from "vitest";
import type { StrategyFamily } from "../../../src/fuzz/strategies/index.js";
import { brokenFamily, promisesOf } from "../../../src/fuzz/strategies/strategy-families.js";
import { linear, namedStrategies, relativeTitForTat, tough } from "../../../src/strategies/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { offering } from "../broken-strategies.js";
import { aTrial } from "../strategy-trials.js";

const trial = aTrial({ places: [100, 300, 500, 200, 700, 700] });

function breaks(strategy: Strategy, family: StrategyFamily, on = trial): string | null {
  return brokenFamily(on, () => strategy, family)?.reason ?? null;
}

/** Asks for a utility that follows from the number of own offers and the latest received utility. */
function asking(target: (sentCount: number, received: number) => number): Strategy {
  return offering(({ inverse }) => ({
    next: ({ sent, received }) => inverse.lowestAtLeast(target(sent.length, received.utilityAt(-1) || 0)),
  }));
}

describe("BA-17: time-dependent", () => {
  it("never asks more than before", () => {
    expect(breaks(linear(), "time-dependent")).toBeNull();
    const back = asking((count) => (count === 3 ? 0.9 : 0.7));
    expect(breaks(back, "time-dependent")).toBe(
      "at turn 8 it asks more than before: outcome 9 (worth 0.9) after outcome 7 (worth 0.7).",
    );
  });

  it("asks the same whatever the other side does", () => {
    const answering = asking((_, received) => (received > 0.4 ? 0.7 : 0.8));
    const conceding = aTrial({ places: [100, 300, 500] });
    expect(breaks(answering, "time-dependent", conceding)).toBe(
      "at turn 6 it answers the other side: outcome 7 (worth 0.7), but outcome 8 (worth 0.8) where that stays at the worst.",
    );
    expect(breaks(answering, "monotonic", conceding)).toBeNull();
  });
});

it("BA-25: monotonic never goes back", () => {
  expect(
    breaks(
      asking((count) => 1 - count / 10),
      "monotonic",
    ),
  ).toBeNull();
  expect(
    breaks(
      asking((count) => 0.5 + count / 10),
      "monotonic",
    ),
  ).toContain("asks more than before");
});

it("BA-18: tough never changes", () => {
  expect(breaks(tough(), "tough")).toBeNull();
  expect(breaks(linear(), "tough")).toContain("changes what it asks");
});

describe("BA-21: tit-for-tat", () => {
  it("asks no more for more, and no less for less", () => {
    expect(breaks(relativeTitForTat(), "tit-for-tat")).toBeNull();
    expect(
      breaks(
        asking((_, received) => 1 - received),
        "tit-for-tat",
      ),
    ).toBeNull();
  });

  it("is not an echo of the level that it was offered", () => {
    expect(
      breaks(
        asking((_, received) => received),
        "tit-for-tat",
      ),
    ).toMatch(/^at turn 2 it answers outcome 1 .* with outcome 1 .*, and outcome 9 .* with outcome 9 /);
  });

  it("asks no more of one who only concedes", () => {
    expect(
      breaks(
        asking((count) => 0.5 + count / 10),
        "tit-for-tat",
      ),
    ).toContain("asks more than before");
  });
});

it("no family promises nothing", () => {
  expect(
    breaks(
      asking((count) => (count % 2) / 2 + 0.3),
      "none",
    ),
  ).toBeNull();
});

it("the named strategies have the family of their literature", () => {
  const families = Object.keys(namedStrategies).map((name) => [name, promisesOf(name).family]);
  expect(Object.fromEntries(families)).toEqual({
    boulware: "time-dependent",
    conceder: "time-dependent",
    linear: "time-dependent",
    micro: "none",
    random: "none",
    tough: "tough",
    "relative-tit-for-tat": "tit-for-tat",
    "random-absolute-tit-for-tat": "tit-for-tat",
    "averaged-tit-for-tat": "tit-for-tat",
    "nice-tit-for-tat": "none",
    hybrid: "none",
    "trade-off": "none",
    "monotonic-concession": "monotonic",
    zeuthen: "none",
  });
});

it("all but those that weigh many outcomes at a turn are to stay cheap, and so is any other strategy", () => {
  const growing = Object.keys(namedStrategies).filter((name) => promisesOf(name).slowdown === "none");
  expect(growing).toEqual(["nice-tit-for-tat", "trade-off", "zeuthen"]);
  for (const name of ["my own", "toString", "constructor"]) {
    expect(promisesOf(name)).toEqual({ family: "none", slowdown: 3 });
  }
});
