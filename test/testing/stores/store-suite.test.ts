import { describe, expect, it } from "vitest";
import { testStore } from "../../../src/testing/stores/index.js";
import type { StoreProvider, StoreTestId } from "../../../src/testing/stores/lab/index.js";
import { BROKEN_STORES } from "../broken-stores.js";
import { memoryProvider } from "../memory-provider.js";
import { recordingRunner } from "../recording-runner.js";

/** What the tests of that number find wrong; `undefined` for nothing. */
async function faultOf(id: StoreTestId, provider: StoreProvider): Promise<unknown> {
  const runner = recordingRunner();
  testStore({ name: "a store", runner, ...provider });
  // Where several say the same about different numbers, one will do.
  const own = runner.tests.filter(({ name }) => name.startsWith(id) && !/\(([2-9]) of \d+\)$/.test(name));
  for (const { body } of own) {
    const fault = await body().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
}

describe.each(Object.entries(BROKEN_STORES))("%s (ST-102)", (id, [what, parts]) => {
  it("passes a sound store", async () => {
    expect(await faultOf(id as StoreTestId, memoryProvider())).toBeUndefined();
  });

  it(`catches a store that ${what}`, async () => {
    const fault = await faultOf(id as StoreTestId, memoryProvider(parts));
    expect(fault).toBeInstanceOf(Error);
    // Caught by an assertion, or by the error of a property that ends in one.
    expect((fault as Error).message).toMatch(/^(Expected|Property failed)/);
  });
});

it("tells as few calls as show a fault, and the same ones each time [TS-34]", async () => {
  const told = async (): Promise<string> =>
    ((await faultOf("TS-34", memoryProvider(BROKEN_STORES["TS-34"][1]))) as Error).message;
  const message = await told();
  expect(await told()).toBe(message);
  expect(message).toMatch(
    /^Expected the answer of list\(.*Sequence \d+, as few calls as show it:\n {2}create\(/s,
  );
  // One negotiation that one of two filters would leave out, and the list that tells.
  expect(message.split("\n").slice(1).length).toBe(2);
});

it("SM-83: a lost commit is told with the seed of the kills, and with where the data are", async () => {
  const provider = memoryProvider(BROKEN_STORES["TS-27"][1]);
  const destroyed: unknown[] = [];
  const fault = await faultOf("TS-27", {
    ...provider,
    seed: 42,
    keep: () => "/tmp/kept.db",
    destroy: (store) => void destroyed.push(store),
  });
  expect((fault as Error).message).toMatch(
    /^Expected .* The kills had seed 42\. The data are kept in \/tmp\/kept\.db\.$/,
  );
  expect(destroyed).toEqual([]);
});
