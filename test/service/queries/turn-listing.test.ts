import { describe, expect, it } from "vitest";
import { readTurns, readTurnsOptions } from "../../../src/service/queries/index.js";
import { negotiationOf } from "../../kit/builders.js";

const record = negotiationOf({
  opening: { price: 40 },
  moves: [{ action: "counter", assessment: { private: "of smith" } }, "counter", "accept"],
});
const numbers = (options: Parameters<typeof readTurnsOptions>[0]): number[] =>
  readTurns(record, readTurnsOptions(options)).map(({ number }) => number);

describe("readTurns", () => {
  it("EN-43: gives all turns, or those after a number, at most so many", () => {
    expect(numbers({})).toEqual([1, 2, 3, 4]);
    expect(numbers({ after: 2 })).toEqual([3, 4]);
    expect(numbers({ after: 1, limit: 2 })).toEqual([2, 3]);
    expect(numbers({ after: 4 })).toEqual([]);
    expect(numbers({ after: 400, limit: 1 })).toEqual([]);
  });

  it("EN-43: snapshot plus tail has no gap and no repeat, wherever the snapshot was taken", () => {
    for (let taken = 0; taken <= record.turns.length; taken += 1) {
      const snapshot = record.turns.slice(0, taken).map(({ number }) => number);
      expect([...snapshot, ...numbers({ after: taken })]).toEqual([1, 2, 3, 4]);
    }
  });

  it("EN-44: gives a viewer its view, and a host everything", () => {
    const [, ofSmith] = readTurns(record, readTurnsOptions({ viewer: "ada" }));
    expect(ofSmith).not.toHaveProperty("assessment");
    expect(ofSmith).not.toHaveProperty("commandId");
    expect(readTurns(record, readTurnsOptions({ viewer: "smith" }))[1]).toBe(record.turns[1]);
    expect(readTurns(record, readTurnsOptions({}))[1]).toBe(record.turns[1]);
  });

  it("gives nothing of an unknown record, and nothing to a stranger", () => {
    expect(readTurns(undefined, readTurnsOptions({}))).toEqual([]);
    expect(numbers({ viewer: "eve" })).toEqual([]);
  });
});

describe("readTurnsOptions", () => {
  it.each([{ after: -1 }, { limit: 0 }, { limit: Number.POSITIVE_INFINITY }])(
    "EN-43: refuses %j with a RangeError",
    (options) => {
      expect(() => readTurnsOptions(options)).toThrow(RangeError);
    },
  );

  it("EN-42: refuses an unknown option, naming the nearest", () => {
    expect(() => readTurnsOptions({ aftr: 1 } as never)).toThrow(/Did you mean after\?/);
    expect(() => readTurnsOptions(null as never)).toThrow(TypeError);
  });
});
