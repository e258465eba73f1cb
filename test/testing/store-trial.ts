/**
 * @module
 * Tests of the store suite's own tests (ST-102): a sound store passes each, a broken one is caught.
 */

import { describe, expect, it } from "vitest";
import { type StoreCase, StoreLab, type StoreProvider } from "../../src/testing/stores/lab/index.js";
import { BROKEN_STORES } from "./broken-stores.js";
import { memoryProvider } from "./memory-provider.js";

/** Registers a test or two for each number that comes up. */
export function tryCases(cases: readonly StoreCase[]): void {
  const ids = [...new Set(cases.map(({ id }) => id))];
  describe.each(ids)("%s", (id) => {
    const own = cases.filter((one) => one.id === id);
    const [what, parts] = BROKEN_STORES[id];

    it("passes a sound store", async () => {
      // Where several say the same about different numbers, one will do.
      const different = own.filter(({ title }) => !/\(([2-9]) of \d+\)$/.test(title));
      for (const one of different) expect(await faultOf(one, memoryProvider())).toBeUndefined();
    });

    it(`catches a store that ${what}`, async () => {
      const faults: unknown[] = [];
      for (const one of own) faults.push(await faultOf(one, memoryProvider(parts)));
      const fault = faults.find((one) => one !== undefined);
      expect(fault).toBeInstanceOf(Error);
      // Caught by an assertion, or by the error of a property that ends in one.
      expect((fault as Error).message).toMatch(/^(Expected|Property failed)/);
    });
  });
}

async function faultOf(one: StoreCase, provider: StoreProvider): Promise<unknown> {
  const lab = new StoreLab(provider);
  try {
    await one.run(lab);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await lab.close();
  }
}
