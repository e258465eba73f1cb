import { expect, it } from "vitest";
import { notice } from "../../src/argumentation/failure-notice.js";

it("tells the listener, if there is one", () => {
  const heard: unknown[] = [];
  const error = new Error("x");
  notice({ onFailure: (one) => void heard.push(one) }, error);
  notice({}, error);
  expect(heard).toEqual([error]);
});

it("AR-19: is not hurt by a listener that throws, now or later", async () => {
  const throwing = () => {
    throw new Error("of the listener");
  };
  expect(() => notice({ onFailure: throwing }, 1)).not.toThrow();
  expect(() => notice({ onFailure: async () => throwing() }, 1)).not.toThrow();
  // An unhandled rejection would fail this run.
  await new Promise((resolve) => setImmediate(resolve));
});
