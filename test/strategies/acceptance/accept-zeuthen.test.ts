import { expect, it } from "vitest";
import { acceptZeuthen } from "../../../src/strategies/acceptance/index.js";
import { offerZeuthen } from "../../../src/strategies/offering/index.js";
import { ACCEPT } from "../../../src/strategies/play/index.js";
import { inverseOf, knowing, soloParty } from "../solo-party.js";

function party(own: readonly number[], other: readonly number[], disagreement = 0) {
  return soloParty(inverseOf(own, 0), {
    name: "zeuthen",
    offering: offerZeuthen({ disagreement }),
    acceptance: acceptZeuthen({ disagreement }),
    model: knowing((index) => other[index]!),
  });
}

it("BA-25: accepts what is as good as its next offer, just at the threshold", () => {
  // After outcome 1 it would go to 2, which is worth the same to itself and more to the other side.
  const other = [0, 0.25, 0.5];
  const equal = party([1, 0.75, 0.75], other);
  equal.propose();
  equal.hear(1);
  expect(equal.decide()).toBe(ACCEPT);
  const worse = party([1, 0.749, 0.75], other);
  worse.propose();
  worse.hear(1);
  expect(worse.decide()).toBe(2);
});

it("BA-25: accepts what no outcome beats in the product of gains, though it would ask for more", () => {
  const own = [1, 0.75, 0.5, 0.25, 0];
  const other = [0, 0.25, 0.5, 0.75, 1];
  const responder = party(own, other);
  responder.hear(2);
  expect(responder.decide()).toBe(ACCEPT);
  const early = party(own, other);
  early.hear(3);
  expect(early.decide()).toBe(0);
});

it("BA-25: measures the other's gain from its disagreement", () => {
  const own = [1, 0.75, 0.5, 0.25, 0];
  const other = [0, 0.25, 0.5, 0.75, 1];
  // Above 0.5 the products are 0, 1/16 and 0 for the last three: 4 is beaten, 3 no more.
  const responder = party(own, other, 0.5);
  responder.hear(4);
  expect(responder.decide()).toBe(2);
  const better = party(own, other, 0.5);
  better.hear(3);
  expect(better.decide()).toBe(ACCEPT);
});

it("refuses a disagreement that is no number", () => {
  expect(() => acceptZeuthen({ disagreement: Number.POSITIVE_INFINITY })).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});
