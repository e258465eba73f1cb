import { expect, it } from "vitest";
import { SimWorld } from "../../../src/simulation/run/index.js";
import { WORLD_PRESETS } from "../../../src/simulation/world/index.js";

it.each(WORLD_PRESETS)(
  "preset %s: a world without faults ends with every negotiation final",
  async (preset) => {
    const options = { seed: 3, preset, mode: "liveness", only: [] } as const;
    const { violations, endings, crashes, faultCount } = await new SimWorld(options).run();
    expect([violations, crashes, faultCount]).toEqual([[], 0, 0]);
    expect(endings.length).toBeGreaterThan(0);
  },
);
