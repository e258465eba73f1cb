import { expect, it } from "vitest";
import { FINDING, INK, partyStyle, QUIET } from "../../../src/report/drawing/index.js";
import { contrasts } from "../builders.js";

it("BA-40: has a contrast of 4.5 for text and 3 for graphics, on white and on black", () => {
  expect(Math.min(contrasts(INK).white, contrasts(INK).black)).toBeGreaterThanOrEqual(4.5);
  for (const colour of [QUIET, FINDING, ...[0, 1, 2, 3].map((party) => partyStyle(party).colour)]) {
    const { white, black } = contrasts(colour);
    expect(Math.min(white, black)).toBeGreaterThanOrEqual(3);
  }
});

it("BA-39: tells the first four parties apart by colour and by shape, and the first sixteen by both together", () => {
  const styles = Array.from({ length: 16 }, (_, party) => partyStyle(party));
  expect(new Set(styles.slice(0, 4).map(({ colour }) => colour)).size).toBe(4);
  expect(new Set(styles.slice(0, 4).map(({ shape }) => shape)).size).toBe(4);
  expect(new Set(styles.map(({ colour, shape }) => colour + shape)).size).toBe(16);
});
