import { expect, it } from "vitest";
import { proposingTurn } from "../../../src/presets/wire/index.js";
import { record } from "../records.js";

it("finds the turn that made a proposal, not one that answers it", () => {
  const { turns } = record({ turns: [{ action: "propose" }, { action: "question" }, { action: "counter" }] });
  expect(proposingTurn(turns, "neg_1_p1")?.number).toBe(1);
  expect(proposingTurn(turns, "neg_1_p2")?.number).toBe(3);
  expect(proposingTurn(turns, "neg_1_p3")).toBeUndefined();
  expect(proposingTurn(turns, null)).toBeUndefined();
});
