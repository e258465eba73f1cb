import { expect, it } from "vitest";
import { logDamage } from "../../../src/oap/log/log-damage.js";

it("SG-33: a damage is frozen data", () => {
  const damage = logDamage(3, "chain_broken");
  expect(damage).toEqual({ ok: false, firstBadIndex: 3, code: "chain_broken" });
  expect(Object.isFrozen(damage)).toBe(true);
});
