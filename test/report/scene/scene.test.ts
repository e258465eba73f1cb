import { expect, it } from "vitest";
import { generateScenario } from "../../../src/preferences/index.js";
import { ownScene, pairsOf, type ShownTraceRow, sceneOf } from "../../../src/report/scene/index.js";
import { row, threeParties, triangle, triangleScene, triangleTrace } from "../builders.js";

it("has the range and reservation of each party, and the utility of each outcome", () => {
  const scene = triangleScene();
  expect(scene.parties).toEqual([
    { name: "Ada", range: [0, 1], reservation: 0.25 },
    { name: "Smith", range: [0, 1], reservation: null },
  ]);
  expect([scene.utility(0, 2), scene.utility(1, 2)]).toEqual([0.75, 0.5]);
  expect(scene.isSample).toBe(false);
});

it("BA-39: samples more than 5,000 outcomes, but knows the range of all", () => {
  const scenario = generateScenario(5, [80, 80], 2);
  const scene = sceneOf({ scenario });
  expect([scene.isSample, scene.shownCount]).toEqual([true, 5_000]);
  const all = sceneOf({ scenario, seed: 7 });
  const drawn = (one: typeof scene): number[] =>
    Array.from({ length: 50 }, (_, index) => one.utility(0, index));
  expect(drawn(all)).not.toEqual(drawn(scene));
  expect(drawn(sceneOf({ scenario }))).toEqual(drawn(scene));
  expect(scene.parties).toEqual(all.parties);
});

it("cuts names for which there is no room", () => {
  const [first, second] = triangle.parties;
  const scene = sceneOf({
    scenario: { ...triangle, parties: [{ ...first!, name: "n".repeat(200) }, second!] },
  });
  expect(scene.parties[0]!.name.length).toBe(24);
});

it("pairs every party with every later one", () => {
  expect(pairsOf(3)).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});

it("tells offers in order, and the agreement as the offer that was accepted, at the time of the accept", () => {
  const { offers, agreement } = sceneOf({ scenario: triangle, trace: triangleTrace });
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
  const agreementOf = (trace: readonly ShownTraceRow[]) =>
    sceneOf({ scenario: threeParties().scenario, trace }).agreement;
  expect(agreementOf([offer, accepts[0]!])).toBeNull();
  expect(agreementOf([offer, ...accepts])?.outcome).toBe(3);
  const interrupted = [offer, accepts[0]!, row(3, 2, "counter", 4, [1, 1, 1]), row(4, 0, "accept", 4, null)];
  expect(agreementOf(interrupted)).toBeNull();
});

it("takes withdrawals for no offer, and fills unknown utilities with null", () => {
  const trace = [row(1, 0, "propose", 1, null), row(2, 1, "withdraw", null, null)];
  const story = sceneOf({ scenario: triangle, trace });
  expect(story.offers.map(({ utilities }) => utilities)).toEqual([[null, null]]);
  expect(story.agreement).toBeNull();
});

it("BA-41: has of all utilities only the viewer's own", () => {
  const scene = ownScene(triangle, triangleTrace, "Smith");
  expect(scene.parties).toEqual([
    { name: "Ada", range: null, reservation: null },
    { name: "Smith", range: [0, 1], reservation: null },
  ]);
  expect(scene.offers.map(({ utilities }) => utilities)).toEqual([
    [null, 0],
    [null, 1],
    [null, 0.5],
  ]);
  expect(scene.agreement?.utilities).toEqual([null, 0.5]);
});

it("BA-41: does not even read the preferences of others", () => {
  const [ada, smith] = triangle.parties;
  const untouchable = new Proxy(ada!.preferences, {
    get: () => {
      throw new Error("read");
    },
  });
  const scenario = { ...triangle, parties: [{ ...ada!, preferences: untouchable }, smith!] };
  expect(ownScene(scenario, triangleTrace, "Smith").parties[1]!.range).toEqual([0, 1]);
});

it("refuses a viewer that is no party", () => {
  expect(() => ownScene(triangle, [], "Eve")).toThrow(
    /Expected viewer to be the name of a party: Ada, Smith, got "Eve"/,
  );
});
