import { expect, it } from "vitest";
import { promisesOf } from "../../../src/fuzz/strategies/strategy-promises.js";
import { namedStrategies } from "../../../src/strategies/agents/index.js";

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
