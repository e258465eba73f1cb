import { expect, it } from "vitest";
import { StoreLab } from "../../../src/testing/stores/lab/index.js";
import { processCases } from "../../../src/testing/stores/store-suite-processes.js";
import { BROKEN_STORES } from "../broken-stores.js";
import { memoryProvider } from "../memory-provider.js";
import { tryCases } from "../store-trial.js";

tryCases(processCases);

it("SM-83: a lost commit is told with the seed of the kills, and with where the data are", async () => {
  const [, parts] = BROKEN_STORES["TS-27"];
  const lab = new StoreLab({ ...memoryProvider(parts), seed: 42, keep: () => "/tmp/kept.db" });
  const kills = processCases.find(({ id }) => id === "TS-27");
  await expect(kills?.run(lab)).rejects.toThrow(
    /^Expected .* The kills had seed 42\. The data are kept in \/tmp\/kept\.db\.$/,
  );
  await lab.close();
});
