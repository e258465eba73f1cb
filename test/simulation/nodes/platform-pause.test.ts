import { expect, it } from "vitest";
import { platformPause } from "../../../src/simulation/nodes/index.js";

it("lets the platform's event loop turn", async () => {
  const log: string[] = [];
  setImmediate(() => log.push("others"));
  for (let turn = 0; turn < 100; turn++) await undefined;
  expect(log).toEqual([]);
  await platformPause();
  await platformPause();
  expect(log).toEqual(["others"]);
});
