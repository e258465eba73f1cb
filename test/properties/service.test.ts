import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextDeadline } from "../../src/core/deadlines/index.js";
import { replay } from "../../src/core/index.js";
import type { Action, Negotiation } from "../../src/core/record/index.js";
import { type AgentMessage, moveOfMessage } from "../../src/presets/room/index.js";
import { isDeepFrozen } from "../kit/deep-frozen.js";
import { type OpenRoom, openRoom } from "../kit/open-room.js";
import { openStored, plainly, type StoredRoom } from "../service/hooked-store.js";
import { type Act, acts, give, ID, RULES } from "./room-acts.js";

const P = { price: 1 };
const ACTIONS: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

/** A room over a store of its own that the test can look into, with a negotiation. */
async function begun(): Promise<StoredRoom> {
  let count = 0;
  const ids = (kind: string): string => `${kind}-${(count += 1)}`;
  const opened = openStored(plainly, { rules: RULES, ids });
  await opened.room.createNegotiation("a", "b", P, { id: ID });
  return opened;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: acts(1)
      .filter((list) => list.length === 1)
      .map(([act]) => act as Act),
  },
  fc.constantFrom(1, 1, 1, 1_000, 10_000, 29_999, 30_000),
);
const steps = fc.array(step, { maxLength: 25, size: "max" });

async function play(opened: StoredRoom, one: Act | number): Promise<unknown> {
  return typeof one === "number" ? opened.clock.advance(one) : give(opened.room, one);
}

describe("a room, whatever happens to it, one thing after the other", () => {
  it("DESIGN 5.1: every record is deep-frozen and no earlier one ever changes", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const opened = await begun();
        const taken: [Negotiation, string][] = [];
        for (const one of history) {
          await play(opened, one);
          const record = opened.room.getNegotiation(ID)!;
          taken.push([record, JSON.stringify(record)]);
        }
        for (const [record, text] of taken) {
          expect(isDeepFrozen(record)).toBe(true);
          expect(JSON.stringify(record)).toBe(text);
        }
        expect(opened.told.every(({ payload }) => isDeepFrozen(payload))).toBe(true);
      }),
    );
  });

  it("DESIGN 5.3, 5.4: one final status at most, told once; every live record has a deadline", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const opened = await begun();
        let over: Negotiation | undefined;
        for (const one of history) {
          await play(opened, one);
          const record = opened.room.getNegotiation(ID)!;
          if (over !== undefined) expect(record).toBe(over);
          else if (record.outcome !== null) over = record;
          else expect(nextDeadline(record)).toBeDefined();
        }
        expect(opened.count("negotiation:settled")).toBe(over === undefined ? 0 : 1);
        if (over === undefined) return;
        expect(opened.names().at(-1)).toBe("negotiation:settled");
        expect(opened.clock.pendingCount).toBe(0);
      }),
    );
  });

  it("DESIGN 5.5, 5.8, EN-40: a refusal and a duplicate change nothing; what is taken is one version more", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const opened = await begun();
        const taken = new Map<string, number>();
        for (const one of history) {
          if (typeof one === "number") {
            await play(opened, one);
            continue;
          }
          // What is due takes effect first; here it has, so that only the act itself is looked at.
          await opened.clock.advance(0);
          const before = opened.room.getNegotiation(ID)!;
          const told = opened.told.length;
          const answer = await give(opened.room, one);
          const after = opened.room.getNegotiation(ID)!;
          if (!answer.ok || answer.duplicate) {
            expect(after).toBe(before);
            expect(opened.told).toHaveLength(told);
            if (!answer.ok && one.by !== "eve" && one.action !== "cancel") {
              expect(answer.version).toBe(before.version);
            }
          } else {
            expect(after.version).toBe(before.version + 1);
            expect(answer.negotiation).toBe(after);
            if (one.commandId !== undefined && answer.turn !== null) {
              // Ids are each party's own (EN-62).
              const own = `${answer.turn.partyId} ${one.commandId}`;
              expect(taken.has(own)).toBe(false);
              taken.set(own, answer.turn.number);
            }
          }
        }
      }),
    );
  });

  it("DESIGN 5.6: only the floor moves, withdraw excepted; only the other side's standing proposal is accepted", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const opened = await begun();
        for (const one of history) {
          await opened.clock.advance(0);
          const before = opened.room.getNegotiation(ID)!;
          const answer = (await play(opened, one)) as Awaited<ReturnType<typeof give>> | undefined;
          if (typeof one === "number" || answer === undefined || !answer.ok || answer.duplicate) continue;
          if (one.action === "cancel") continue;
          const by = one.by === "floor" ? before.floor : one.by;
          expect(["a", "b"]).toContain(by);
          if (one.action !== "withdraw") expect(by).toBe(before.floor);
          if (one.action === "accept") {
            expect(before.standing?.partyId).not.toBe(by);
            expect(answer.negotiation.outcome?.proposal).toBe(before.standing);
          }
        }
      }),
    );
  });

  it("DESIGN 5.9: the same inputs give the same bytes, and the stored log replays to the stored record", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const rooms = [await begun(), await begun()];
        for (const opened of rooms) for (const one of history) await play(opened, one);
        const [first, second] = rooms.map(({ room, told }) =>
          JSON.stringify([room.getNegotiation(ID), told]),
        );
        expect(second).toBe(first);
        const { memory, room } = rooms[0]!;
        const entries = memory.entries(ID);
        expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index));
        expect(JSON.stringify(replay(entries))).toBe(JSON.stringify(room.getNegotiation(ID)));
      }),
    );
  });

  it("EN-11: legalMoves lists an action if and only if submit takes it with all that it needs", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom("a", "b"), async (history, partyId) => {
        for (const action of ACTIONS) {
          const opened = await begun();
          for (const one of history) await play(opened, one);
          await opened.clock.advance(0);
          const legal = await opened.room.legalMoves(ID, partyId);
          const closes = legal?.turnsLeft === 0 && ["propose", "counter", "question"].includes(action);
          const answer = await opened.room.submit(ID, partyId, {
            action,
            ...((action === "propose" || action === "counter") && { terms: P }),
            ...(action === "question" && { message: "Why so?" }),
          } as never);
          const isTaken = answer.ok && !(closes && answer.turn === null);
          expect(legal?.actions.includes(action), action).toBe(isTaken);
          if (!answer.ok) expect(answer.legal).toEqual(legal);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("the two doors", () => {
  const message = fc.record(
    {
      type: fc.constantFrom("agent_proposal", "agent_counter", "agent_accept", "agent_reject"),
      id: fc.constantFrom(undefined, "m-1", "m-2", "", "x".repeat(129)),
      negotiationId: fc.oneof({ weight: 8, arbitrary: fc.constant(ID) }, fc.constantFrom("nope", "")),
      fromAgent: fc.oneof({ weight: 8, arbitrary: fc.constantFrom("a", "b") }, fc.constant("eve")),
      proposal: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<unknown>({ price: 1 }, { price: 2 }) },
        fc.constantFrom<unknown>(null, { at: 1n }, "x".repeat(70_000)),
      ),
      reason: fc.constantFrom<string | undefined>(undefined, "so", "x".repeat(10_001)),
      expectedVersion: fc.constantFrom(undefined, undefined, 0, 1, 2, -1, 0.5),
    },
    { requiredKeys: ["type", "negotiationId", "fromAgent"] },
  );

  it("RM-32: a message is dropped with a code if and only if the equal submit is refused with it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 12, size: "max" }), async (messages) => {
        const begin = async (): Promise<OpenRoom> => {
          const opened = openRoom({ rules: { actions: RULES.actions } });
          await opened.room.createNegotiation("a", "b", P, { id: ID });
          return opened;
        };
        const door = await begin();
        const other = await begin();
        for (const one of messages) {
          const dropped = door.count("message:dropped");
          await door.room.handleAgentMessage(one);
          const code = door.payloads("message:dropped")[dropped]?.code;
          const isAnswer = one.type === "agent_accept" || one.type === "agent_reject";
          const standing = other.room.getNegotiation(ID)?.standing?.terms;
          const repeats =
            one.proposal == null || JSON.stringify(safe(one.proposal)) === JSON.stringify(standing);
          if (isAnswer && one.negotiationId === ID && !repeats) {
            // RM-34: there is no such submit.
            expect(code).toBe("move_invalid");
            continue;
          }
          const move = moveOfMessage(one as unknown as AgentMessage);
          const answer = await other.room.submit(one.negotiationId, one.fromAgent, move, {
            commandId: one.id,
            expectedVersion: one.expectedVersion,
          });
          expect(code).toBe(answer.ok ? undefined : answer.code);
        }
        const records = [door, other].map(({ room }) => JSON.stringify(timeless(room.getNegotiation(ID))));
        expect(records[1]).toBe(records[0]);
        const names = [door, other].map((opened) =>
          opened.names().filter((name) => name !== "message:dropped"),
        );
        expect(names[1]).toEqual(names[0]);
      }),
    );
  });
});

/** The value if it is JSON. */
function safe(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return Symbol("no JSON");
  }
}

/** Without the command ids that the service made: the doors count them alike only while both are asked alike. */
function timeless(record: Negotiation | undefined): unknown {
  return record?.turns.map((turn) => [turn.partyId, turn.action, turn.terms, turn.reason, record.status]);
}
