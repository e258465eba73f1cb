import { describe, expect, it } from "vitest";
import { randomDraw, seedOf } from "../../../src/preferences/random/index.js";
import { streamInteger } from "../../../src/preferences/random/random.js";

/** Frozen: a change of any of them changes every seeded result that anybody has stored. */
const VECTORS: readonly (readonly [number, string, number, number, number])[] = [
  [0, "", 0, 0, 0.3107257101967714],
  [0, "a", 1, 0, 0.6085095136684212],
  [1, "a", 1, 0, 0.4373554120365306],
  [1, "b", 1, 0, 0.661872280670248],
  [1, "a", 2, 0, 0.09822280505378012],
  [1, "a", 1, 1, 0.8534706227271351],
  [-1, "ada", 7, 3, 0.9737762906183879],
  [9007199254740991, "smith", 200, 12, 0.38556230887928444],
  [-9007199254740991, "Zoë 🦊", 1, 0, 0.8179958932159397],
  [4294967296, "party", 4294967297, 5, 0.24594574637211852],
];

describe("randomDraw", () => {
  it.each(VECTORS)("BA-15: of seed %d, party %j, turn %d, draw %d is %d for ever", (...vector) => {
    const [seed, partyId, turnNumber, drawNumber, drawn] = vector;
    expect(randomDraw(seed, partyId, turnNumber, drawNumber)).toBe(drawn);
  });

  it("BA-15, D-10: depends on its keys alone, not on what was drawn before", () => {
    const forwards = Array.from({ length: 50 }, (_, turn) => randomDraw(3, "ada", turn, 0));
    const backwards = Array.from({ length: 50 }, (_, turn) => randomDraw(3, "ada", 49 - turn, 0));
    expect(backwards.reverse()).toEqual(forwards);
    expect(new Set(forwards).size).toBe(50);
  });

  it("BA-15: is uniform along each of its keys", () => {
    const along: ((step: number) => number)[] = [
      (step) => randomDraw(step, "ada", 1, 0),
      (step) => randomDraw(7, `party ${step}`, 1, 0),
      (step) => randomDraw(7, "ada", step, 0),
      (step) => randomDraw(7, "ada", 1, step),
      (step) => randomDraw(step * 2 ** 32, "ada", 1, 0),
      (step) => streamInteger(7, step) / 2 ** 53,
    ];
    for (const draw of along) {
      const cells = new Array<number>(64).fill(0);
      let sum = 0;
      let products = 0;
      let last = 0.5;
      for (let step = 0; step < 64_000; step += 1) {
        const drawn = draw(step);
        expect(drawn >= 0 && drawn < 1).toBe(true);
        cells[Math.floor(drawn * 64)]! += 1;
        sum += drawn;
        products += (drawn - 0.5) * (last - 0.5);
        last = drawn;
      }
      // Chi-square with 63 degrees of freedom: 120 is exceeded once in 50,000.
      expect(cells.reduce((chi, cell) => chi + (cell - 1_000) ** 2 / 1_000, 0)).toBeLessThan(120);
      expect(Math.abs(sum / 64_000 - 0.5)).toBeLessThan(0.006);
      expect(Math.abs(products / 64_000)).toBeLessThan(0.002);
    }
  });

  it("uses all 53 bits", () => {
    let high = 0;
    let low = 0;
    for (let step = 0; step < 200; step += 1) {
      const integer = streamInteger(1, step);
      high |= Math.floor(integer / 2 ** 27);
      low |= integer % 2 ** 27;
    }
    expect([high, low]).toEqual([2 ** 26 - 1, 2 ** 27 - 1]);
  });

  it("refuses numbers that are no safe integers", () => {
    for (const wrong of [0.5, Number.NaN, 2 ** 53]) {
      expect(() => randomDraw(wrong, "a", 1, 0)).toThrow(RangeError);
      expect(() => randomDraw(0, "a", wrong, 0)).toThrow(RangeError);
      expect(() => randomDraw(0, "a", 1, wrong)).toThrow(RangeError);
      expect(() => seedOf(wrong)).toThrow(RangeError);
      expect(() => seedOf(1, wrong)).toThrow(RangeError);
    }
  });
});

describe("seedOf", () => {
  it("BA-15: is frozen, and tells keys apart by sort, order and where one ends", () => {
    expect(seedOf(7, "a", "b")).toBe(8986388206268985);
    const seeds = [seedOf(7), seedOf(7, "a"), seedOf(7, 1), seedOf(7, "1"), seedOf(7, "a", "b")];
    seeds.push(seedOf(7, "b", "a"), seedOf(7, "ab"), seedOf(7, ""), seedOf(8), seedOf(7, "a", ""));
    expect(new Set(seeds).size).toBe(seeds.length);
    for (const seed of seeds) expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true);
  });
});
