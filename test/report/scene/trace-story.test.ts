import { expect, it } from "vitest";
import { traceStory } from "../../../src/report/scene/trace-story.js";
import { row, triangleTrace } from "../builders.js";

it("tells offers in order, and the agreement as the offer that was accepted, at the time of the accept", () => {
  const { offers, agreement } = traceStory(triangleTrace, 2);
  expect(offers.map(({ turnNumber, outcome }) => [turnNumber, outcome])).toEqual([
    [1, 1],
    [2, 0],
    [3, 2],
  ]);
  expect(agreement).toMatchObject({
    turnNumber: 4,
    relativeTime: 0.4,
    party: 1,
    outcome: 2,
    utilities: [0.75, 0.5],
  });
});

it("takes an agreement of three parties only when both others accepted in turn", () => {
  const offer = row(1, 0, "propose", 3, [1, 2, 3]);
  const accepts = [row(2, 1, "accept", 3, null), row(3, 2, "accept", 3, null)];
  expect(traceStory([offer, accepts[0]!], 3).agreement).toBeNull();
  expect(traceStory([offer, ...accepts], 3).agreement?.outcome).toBe(3);
  const interrupted = [offer, accepts[0]!, row(3, 2, "counter", 4, [1, 1, 1]), row(4, 0, "accept", 4, null)];
  expect(traceStory(interrupted, 3).agreement).toBeNull();
});

it("takes withdrawals for no offer, and fills unknown utilities with null", () => {
  const story = traceStory([row(1, 0, "propose", 1, null), row(2, 1, "withdraw", null, null)], 2);
  expect(story.offers.map(({ utilities }) => utilities)).toEqual([[null, null]]);
  expect(story.agreement).toBeNull();
});
