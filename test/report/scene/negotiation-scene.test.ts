import { expect, it } from "vitest";
import { ownScene } from "../../../src/report/scene/index.js";
import { triangle, triangleTrace } from "../builders.js";

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
