import { describe, expect, it } from "vitest";
import {
  claimsOf,
  eventOfColumns,
  FIRST_PLACE,
  outboxPlaceOf,
  valuesOfEvents,
} from "../../../src/stores/postgres/postgres-rows.js";
import { T0 } from "../../../src/testing/stores/lab/index.js";

const EVENT = {
  written_by: "731",
  position: "9",
  negotiation_id: "a",
  version: "1",
  idx: 0,
  type: "x",
  body: "null",
};

describe("what PostgreSQL keeps in its own way", () => {
  it("ST-63: a position names transaction and place, and comes back as both", () => {
    const record = eventOfColumns(EVENT);
    expect(record).toEqual({
      position: "731-9",
      negotiationId: "a",
      version: 1,
      index: 0,
      type: "x",
      body: null,
    });
    expect(outboxPlaceOf(record.position)).toEqual(["731", "9"]);
    expect(FIRST_PLACE).toEqual(["0", "0"]);
  });

  it("ST-13: refuses a position that is none of its own, also one that would not fit", () => {
    for (const position of [
      "",
      "9",
      "a-1",
      "1-",
      "-1-1",
      "1-1 ",
      "1'-1",
      `1${"0".repeat(18)}-1`,
      7 as never,
    ]) {
      expect(() => outboxPlaceOf(position)).toThrow(TypeError);
    }
    expect(() => outboxPlaceOf("nonsense")).toThrow('Expected a position from readOutbox, got "nonsense".');
  });

  it("ST-60: integers may come as text, numbers or bigints", () => {
    for (const integer of [String, Number, BigInt]) {
      const row = {
        id: "a",
        version: integer(2),
        room_id: "r",
        deadline_at: integer(T0),
        deadline_kind: "turn",
      };
      expect(claimsOf([row], T0 + 1)).toEqual([
        { id: "a", version: 2, roomId: "r", deadline: { at: T0, kind: "turn" }, leaseEndsAt: T0 + 1 },
      ]);
      expect(eventOfColumns({ ...EVENT, position: integer(9), version: integer(1) })).toEqual(
        eventOfColumns(EVENT),
      );
    }
  });

  it("ST-15, ST-62: claims stand by deadline, then by id", () => {
    const row = (id: string, at: number) => ({
      ...{ id, version: "0", room_id: "r", deadline_at: String(at), deadline_kind: "turn" },
    });
    const rows = [row("b", T0 + 9), row("c", T0 + 10), row("a", T0 + 10), row("d", T0 + 1)];
    expect(claimsOf(rows, T0).map(({ id }) => id)).toEqual(["d", "b", "a", "c"]);
  });

  it("ST-45: events are two arrays, with strings that text can hold; none are no values at all", () => {
    expect(valuesOfEvents([])).toEqual([]);
    const [types = [], bodies] = valuesOfEvents([
      { type: "a\0", body: "\0" },
      { type: "b", body: { c: 1 } },
    ]);
    expect(types[0]).not.toContain("\0");
    expect([types[1], bodies]).toEqual(["b", ['"\\u0000"', '{"c":1}']]);
  });
});
