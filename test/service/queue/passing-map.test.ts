import { describe, expect, it } from "vitest";
import { PassingMap } from "../../../src/service/queue/index.js";

describe("a map for what comes and goes", () => {
  it("is a map, however much has come and gone, also while it is walked through", () => {
    const passing = new PassingMap<number, string>();
    const reference = new Map<number, string>();
    let state = 7;
    const draw = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state % below;
    };
    for (let step = 0; step < 20_000; step += 1) {
      const key = draw(600);
      if (draw(2) === 0) {
        passing.set(key, `${step}`);
        reference.set(key, `${step}`);
      } else expect(passing.delete(key)).toBe(reference.delete(key));
      expect([passing.get(key), passing.size]).toEqual([reference.get(key), reference.size]);
    }
    expect(passing.keys()).toEqual([...reference.keys()]);
    expect(passing.values()).toEqual([...reference.values()]);
    for (const key of passing.keys()) passing.delete(key);
    expect(passing.size).toBe(0);
    passing.set(1, "again");
    passing.clear();
    expect(passing.keys()).toEqual([]);
  });
});
