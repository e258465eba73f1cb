import { describe, expect, it } from "vitest";
import type { Agent, Commit, CreateResult, NegotiationStore } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { storeWith } from "../kit/wrapped-store.js";

// What a service asks of its store, and in what order: seen from the store.

const ADA = { id: "ada", kind: "personal" } as const;
const SMITH = { id: "smith", kind: "personal" } as const;
const ASSESSMENT = {
  reasoning: "They fit.",
  suggestedRoles: { ownUser: "peer", otherUser: "peer" },
} as const;
const PROPOSE = { action: "propose", message: "Shall we?", assessment: ASSESSMENT } as const;
const MINUTE = 60_000;

/** A room under rules that park, over `memory` behind the calls in `over`. */
function parkingRoom(
  memory: MemoryStore,
  clock: ManualClock,
  over: Partial<NegotiationStore>,
  fallback: Agent,
  preset: "index" | "index-2026-04" = "index-2026-04",
) {
  const options: ServiceOptions = { store: storeWith(memory, over), clock, fallback, rules: { preset } };
  return new NegotiationService("market-7", options);
}

describe("the commits of a service", () => {
  it("ST-3: each command is one entry and one version; only moves have a turn in theirs", async () => {
    const memory = new MemoryStore();
    const clock = new ManualClock();
    const room = parkingRoom(memory, clock, {}, () => PROPOSE);
    const { id } = await room.createNegotiation(ADA, SMITH);
    await clock.advance(0);
    const seen: string[] = [];
    const note = (): void => {
      const entries = memory.entries(id);
      const last = entries.at(-1);
      expect(memory.load(id)?.version).toBe(entries.length - 1);
      expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index));
      seen.push(`${last?.kind} ${last?.turnNumber ?? "-"} ${last?.turn === null ? "-" : "turn"}`);
    };
    const taken = async (partyId: string) => {
      const turn = await room.pickup(partyId, { agentId: `${partyId}-phone` });
      if (turn === null || !turn.ok) throw new Error("Expected a turn to be parked.");
      return { agentId: `${partyId}-phone`, claimId: turn.claimId };
    };
    note();
    await room.release(id, await taken("ada"));
    note();
    await taken("ada");
    note();
    // The claim runs out: nobody hands anything in.
    await clock.advance(6 * 60 * MINUTE);
    note();
    const claim = await taken("ada");
    // What is refused is no commit.
    expect(await room.respond(id, claim, { action: "accept" } as never)).toMatchObject({ ok: false });
    note();
    expect(await room.respond(id, claim, PROPOSE)).toMatchObject({ ok: true });
    await clock.advance(0);
    expect(memory.entries(id).at(-2)).toMatchObject({ kind: "turn", turnNumber: 1 });
    note();
    await room.cancel(id);
    note();
    expect(seen).toEqual([
      "parked - -",
      "released - -",
      "claimed - -",
      "woken - -",
      "claimed - -",
      "parked - -",
      "cancelled - -",
    ]);
    expect(memory.entries(id).filter(({ turn }) => turn !== null)).toHaveLength(1);
    expect(memory.load(id)?.turnCount).toBe(1);
    room.destroy();
  });

  it("ST-34: whether a room is free is what `create` answers, and nothing that was looked at before", async () => {
    const memory = new MemoryStore();
    const clock = new ManualClock();
    const calls: string[] = [];
    let answer: CreateResult | undefined;
    const noting =
      (method: "list" | "load" | "count") =>
      (...given: readonly unknown[]): never => {
        calls.push(method);
        return (memory[method] as (...all: readonly unknown[]) => never)(...given);
      };
    const over: Partial<NegotiationStore> = {
      list: noting("list"),
      load: noting("load"),
      count: noting("count"),
      create: (negotiation) => {
        calls.push("create");
        return answer ?? memory.create(negotiation);
      },
    };
    const room = parkingRoom(memory, clock, over, () => PROPOSE);
    const other = parkingRoom(memory, clock, {}, () => PROPOSE);
    const blocker = await other.createNegotiation(ADA, SMITH);
    // A room that has seen nothing of the other's negotiation.
    const refused = await room.createNegotiation(ADA, SMITH).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "busy", details: { activeNegotiationId: blocker.id } });
    expect(calls[0]).toBe("create");

    // It has seen that one by now, and still it is the store that says when there is room.
    await other.cancel(blocker.id);
    expect(room.getNegotiation(blocker.id)?.outcome).toBeNull();
    const created = await room.createNegotiation(ADA, SMITH);
    expect(memory.load(created.id)).toMatchObject({ isFinal: false });

    // And when there is none, though neither the room nor any listing knows of what is in the way.
    await room.cancel(created.id);
    answer = { ok: false, reason: "exclusive", id: "elsewhere" };
    await expect(room.createNegotiation(ADA, SMITH)).rejects.toMatchObject({
      code: "busy",
      details: { activeNegotiationId: "elsewhere" },
    });
    room.destroy();
    other.destroy();
  });

  it("ST-37: the fallback has its commit and its deadline before it is called, and its turn is laid over that version", async () => {
    const memory = new MemoryStore();
    const clock = new ManualClock();
    const course: unknown[] = [];
    let answerOf: (move: typeof PROPOSE) => void = () => {};
    const rowAtCall: unknown[] = [];
    const noted = (commit: Commit) => {
      const result = memory.commit(commit);
      course.push([commit.entry.kind, commit.expectedVersion, result.ok ? "ok" : result.reason]);
      return result;
    };
    const fallback: Agent = ({ deadlineAt }) => {
      const row = memory.load(id);
      const state = (row?.state ?? {}) as { readonly awaiting?: { readonly kind: string } };
      rowAtCall.push([state.awaiting?.kind, row?.deadline, deadlineAt]);
      course.push("agent");
      return new Promise((resolve) => {
        answerOf = resolve;
      });
    };
    const room = parkingRoom(memory, clock, { commit: noted }, fallback, "index");
    const { id } = await room.createNegotiation(ADA, SMITH);
    await clock.advance(5 * MINUTE - 1);
    expect(course).toEqual([["parked", 0, "ok"]]);
    await clock.advance(1);
    expect(course.slice(1)).toEqual([["woken", 1, "ok"], "agent"]);
    expect(rowAtCall).toEqual([["fallback", memory.load(id)?.deadline, memory.load(id)?.deadline?.at]]);
    expect(memory.load(id)?.deadline).toMatchObject({ kind: "turn" });
    expect(memory.load(id)?.deadline?.at).toBeGreaterThan(clock.now());

    // While the model thinks, somebody else ends it: the answer finds another version and is no turn.
    const other = parkingRoom(memory, clock, {}, () => PROPOSE, "index");
    await other.cancel(id);
    const before = JSON.stringify([memory.load(id), memory.entries(id)]);
    answerOf(PROPOSE);
    await clock.advance(0);
    expect(JSON.stringify([memory.load(id), memory.entries(id)])).toBe(before);
    expect(course.slice(3)).toEqual([["turn", 2, "conflict"]]);
    room.destroy();
    other.destroy();
  });
});
