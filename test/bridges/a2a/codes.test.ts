import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DOOR_CODES } from "../../../src/bridges/door/index.js";
import { CODES, NegotiationError } from "../../../src/errors.js";
import { NegotiationRooms, type NegotiationService } from "../../../src/index.js";
import type { Rooms } from "../../../src/service/room/index.js";
import { packageRoot } from "../../package/package-root.js";
import { saying, served, told } from "./served-agent.js";

/** The column for A2A of the table of codes, by code; what a row describes in words is told apart by name. */
const rows = readFileSync(join(packageRoot, "docs/requirements/bridges.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, codes = "", , , column = ""]) => {
    return [...codes.matchAll(/`([a-z_]+)`/g)].map(([, code]) => [code as string, column] as const);
  });
const COLUMN = new Map(rows);
/** Those of OAP, of signing, of bargaining and of argumentation have a row in words: none of them reaches this door. */
const columnOf = (code: string): string => COLUMN.get(code) ?? "status unchanged, error part";

/** Rooms whose services answer moves, or creations, by this. */
function failing(
  rooms: NegotiationRooms<any>,
  method: "submit" | "createNegotiation",
  answer: () => unknown,
): Rooms<any> {
  const broken = (service: NegotiationService<any> | undefined) =>
    service &&
    new Proxy(service, {
      get: (target, name) => {
        const member = name === method ? answer : Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
  return {
    room: (id) => broken(rooms.room(id)),
    roomOf: async (id) => broken(await rooms.roomOf(id)),
    list: (partyId, filter) => rooms.list(partyId, filter),
  };
}

const codes = Object.keys(CODES);
const smith = { id: "smith", kind: "system", agent: () => ({ action: "counter", terms: 2 }) } as const;

describe("each code", () => {
  it("has a row, or belongs to those of which a row speaks in words [BR-12]", () => {
    const named = codes.filter((code) => COLUMN.has(code));
    expect(named.length).toBeGreaterThan(30);
    for (const code of ["unauthenticated", "forbidden_party", "internal"])
      expect(COLUMN.has(code)).toBe(true);
    expect(Object.keys(DOOR_CODES).filter((code) => !COLUMN.has(code))).toEqual([
      "not_found",
      "method_not_allowed",
    ]);
  });

  it("that refuses a move, or is thrown for one, leaves the task as it was and says why, as its row has it [BR-12] [BR-3]", async () => {
    const rooms = new NegotiationRooms<any>();
    let code = "";
    let isThrown = false;
    const answer = (id: string) => {
      if (isThrown) throw new NegotiationError(code as never, "MARK-text");
      return {
        ok: false,
        code,
        message: "Expected one.",
        negotiationId: id,
        version: 1,
        details: {},
        legal: null,
      };
    };
    const healthy = await served({ rooms, self: smith as never });
    const { id } = told(
      await (await healthy.client("ada")).sendMessage(saying({ action: "propose", terms: 1 })),
    );
    const agent = await served({ rooms: failing(rooms, "submit", answer as never), self: smith as never });
    const ada = await agent.client("ada");
    for (isThrown of [false, true]) {
      for (code of codes) {
        const result = told(await ada.sendMessage(saying({ action: "accept" }, { taskId: id })));
        // The peer has the floor: unchanged is input required.
        expect([code, result.state]).toEqual([code, "input required"]);
        expect(columnOf(code), code).toMatch(/input required|status unchanged|n\/a|REJECTED|Error/);
        expect(["internal", "unknown_negotiation", code]).toContain(result.data.code);
        if (isThrown && !COLUMN.has(code)) expect(result.data.code).toBe("internal");
      }
    }
    const last = told(
      await (await healthy.client("ada")).sendMessage(saying({ action: "accept" }, { taskId: id })),
    );
    expect(last.state).toBe("completed");
  });

  it("that refuses an opening rejects the task where its row says so, and leaves it open for another try elsewhere [BR-12]", async () => {
    let code = "";
    const answer = () => Promise.reject(new NegotiationError(code as never, "Expected one."));
    const agent = await served({
      rooms: failing(new NegotiationRooms<any>(), "createNegotiation", answer),
      self: smith as never,
    });
    const ada = await agent.client("ada");
    const rejected: string[] = [];
    for (code of codes) {
      const result = told(await ada.sendMessage(saying({ action: "propose", terms: 1 })));
      expect(result.extension).toEqual({ negotiationId: null, status: null });
      if (result.state === "rejected") rejected.push(code);
      else expect([code, result.state]).toEqual([code, "input required"]);
    }
    expect(rejected.sort()).toEqual(
      [
        "busy",
        "id_taken",
        "forbidden_agent",
        "policy_masked",
        "not_admitted",
        "unknown_negotiation",
        "not_a_party",
        "forbidden_party",
      ]
        .filter((one) => codes.includes(one) && one !== "forbidden_party")
        .sort(),
    );
  });

  it("of a fault is told without a word of it, and to the host [BR-3]", async () => {
    const answer = () => Promise.reject(new Error("MARK: password"));
    const agent = await served({
      rooms: failing(new NegotiationRooms<any>(), "createNegotiation", answer),
      self: smith as never,
    });
    const result = await (await agent.client("ada")).sendMessage(saying({ action: "propose", terms: 1 }));
    expect(told(result).data.code).toBe("internal");
    expect(JSON.stringify(result)).not.toContain("MARK");
    expect(agent.faults).toMatchObject([{ message: "MARK: password" }]);
  });
});
