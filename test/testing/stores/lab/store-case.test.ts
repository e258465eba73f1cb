import { expect, it } from "vitest";
import { StoreLab, storeCase } from "../../../../src/testing/stores/lab/index.js";
import { memoryProvider } from "../../memory-provider.js";

it("a case runs with an empty store of its own", async () => {
  const seen: unknown[] = [];
  const lab = new StoreLab(memoryProvider());
  const one = storeCase("TS-01", "does something", async (store, own) => {
    seen.push(await store.count({}), own === lab);
  });
  expect(one).toMatchObject({ id: "TS-01", title: "does something", needs: [] });
  await one.run(lab);
  expect(seen).toEqual([0, true]);
  expect(storeCase("TS-25", "x", async () => {}, ["reopen"]).needs).toEqual(["reopen"]);
});
