import { expect, it } from "vitest";
import { StoreLab } from "../../../src/testing/stores/lab/index.js";
import { modelCases } from "../../../src/testing/stores/store-suite-model.js";
import { BROKEN_STORES } from "../broken-stores.js";
import { memoryProvider } from "../memory-provider.js";
import { tryCases } from "../store-trial.js";

tryCases(modelCases);

it("tells as few calls as show a fault, and the same ones each time [TS-34]", async () => {
  const messages = await Promise.all([1, 2].map(() => faultOfBroken()));
  const [message] = messages;
  expect(messages[1]).toBe(message);
  expect(message).toMatch(
    /^Expected the answer of list\(.*Sequence \d+, as few calls as show it:\n {2}create\(/s,
  );
  // One negotiation that one of two filters would leave out, and the list that tells.
  expect(message?.split("\n").slice(1).length).toBe(2);
});

async function faultOfBroken(): Promise<string | undefined> {
  const lab = new StoreLab(memoryProvider(BROKEN_STORES["TS-34"][1]));
  const [first] = modelCases;
  return first?.run(lab).then(
    () => undefined,
    (error: Error) => error.message,
  );
}
