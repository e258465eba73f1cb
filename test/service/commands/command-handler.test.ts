import { describe, expect, it } from "vitest";
import type { Move } from "../../../src/core/moves/index.js";
import type { CommitResult } from "../../../src/ports/index.js";
import { MAX_WAITING } from "../../../src/service/queue/index.js";
import { codeOf } from "../../kit/open-room.js";
import { faulty, type Hook, later, openStored, plainly, type StoredRoom } from "../hooked-store.js";

const P = { totalAmount: 100 };
const COUNTER: Move = { action: "counter", terms: { totalAmount: 80 } };
const ACCEPT: Move = { action: "accept" };

/** A room with one proposed negotiation, whose hook is set afterwards. */
async function proposed(hook: Hook, options: Parameters<typeof openStored>[1] = {}): Promise<StoredRoom> {
  const opened = openStored(plainly, options);
  await opened.room.createNegotiation("a", "b", P, { id: "n" });
  opened.told.length = 0;
  opened.calls.length = 0;
  opened.hook = hook;
  return opened;
}

const commits = ({ calls }: StoredRoom): number => calls.filter((call) => call === "commit").length;

/** Answers `conflict` to the first commits, without anybody having committed. */
function conflicts(count: number): Hook {
  let left = count;
  return (method, work): unknown => {
    if (method !== "commit" || left === 0) return work();
    left -= 1;
    return { ok: false, reason: "conflict" } satisfies CommitResult;
  };
}

describe("CommandHandler: conflicts", () => {
  it("ST-31: decides again on the reloaded record, at most 5 times in all", async () => {
    const opened = await proposed(conflicts(4));
    expect(await opened.room.submit("n", "b", COUNTER)).toMatchObject({ ok: true, duplicate: false });
    expect(opened.calls).toEqual([
      ...["commit", "load", "commit", "load", "commit", "load", "commit", "load"],
      "commit",
    ]);
    expect(opened.count("negotiation:updated")).toBe(1);
  });

  it("ST-31: then gives up with contention, and nothing has changed", async () => {
    const opened = await proposed(conflicts(5));
    const before = opened.room.getNegotiation("n");
    const answer = opened.room.submit("n", "b", COUNTER);
    await expect(answer).rejects.toMatchObject({ code: "contention", details: { attempts: 5 } });
    expect(commits(opened)).toBe(5);
    expect(opened.told).toEqual([]);
    expect(opened.room.getNegotiation("n")).toBe(before);
    opened.hook = plainly;
    expect(await opened.room.submit("n", "b", COUNTER)).toMatchObject({ ok: true });
  });

  it("ST-31: a command that lost to another process is judged on the new record", async () => {
    const mine = await proposed(plainly);
    const theirs = openStored(plainly, {}, mine.clock, mine.memory);
    expect(await theirs.room.submit("n", "b", COUNTER)).toMatchObject({ ok: true });
    expect(await mine.room.submit("n", "b", ACCEPT)).toMatchObject({ ok: false, code: "not_your_turn" });
    expect(mine.room.getNegotiation("n")).toMatchObject({ version: 1, floor: "a" });
    expect(await mine.room.submit("n", "a", ACCEPT)).toMatchObject({ ok: true });
    expect(await theirs.room.submit("n", "a", ACCEPT)).toMatchObject({ code: "negotiation_over" });
    expect([mine.count("negotiation:settled"), theirs.count("negotiation:settled")]).toEqual([1, 0]);
  });

  it("ST-31: a version that was expected is judged on the new record too", async () => {
    const mine = await proposed(plainly);
    const theirs = openStored(plainly, {}, mine.clock, mine.memory);
    await theirs.room.submit("n", "b", COUNTER);
    const answer = await mine.room.submit("n", "b", COUNTER, { expectedVersion: 0 });
    expect(answer).toMatchObject({ code: "stale_version", details: { expected: 0, actual: 1 } });
  });

  it("ST-47: what was deleted from the store is unknown, and is let go", async () => {
    const opened = await proposed(plainly);
    opened.memory.delete("n");
    expect(await opened.room.submit("n", "b", COUNTER)).toMatchObject({
      ok: false,
      code: "unknown_negotiation",
    });
    expect(opened.room.getNegotiation("n")).toBeUndefined();
    expect(opened.room.getActiveNegotiation()).toBeUndefined();
  });

  it("EN-46: admission and schema are asked once a command, also when it is decided again", async () => {
    for (const answering of [plainly, later]) {
      const asked: string[] = [];
      const answer = (what: string, value: unknown): any => answering("load", () => value, asked.push(what));
      const opened = await proposed(plainly, {
        terms: {
          "~standard": { version: 1, vendor: "test", validate: (value) => answer("schema", { value }) },
        },
        admit: () => answer("admit", true),
      });
      asked.length = 0;
      opened.hook = conflicts(3);
      expect(await opened.room.submit("n", "b", COUNTER)).toMatchObject({ ok: true });
      expect(asked).toEqual(["schema", "admit"]);
    }
  });
});

describe("CommandHandler: throws of the store", () => {
  it("ST-32: hands the same commit in again after 50 and 200 ms on the clock", async () => {
    const handed: [at: number, entry: unknown][] = [];
    const fault = faulty("commit", "throws before", "rejects before");
    const opened = await proposed((method, work, argument) => {
      if (method === "commit") handed.push([opened.clock.now(), argument.entry]);
      return fault(method, work, argument);
    });
    const start = opened.clock.now();
    const answer = opened.room.submit("n", "b", COUNTER);
    await opened.clock.advance(49);
    expect(handed).toHaveLength(1);
    await opened.clock.advance(1);
    expect(handed).toHaveLength(2);
    await opened.clock.advance(199);
    expect(handed).toHaveLength(2);
    await opened.clock.advance(1);
    expect(handed.map(([at]) => at - start)).toEqual([0, 50, 250]);
    expect(new Set(handed.map(([, entry]) => JSON.stringify(entry))).size).toBe(1);
    expect(await answer).toMatchObject({ ok: true, duplicate: false });
    expect(opened.calls).toEqual(["commit", "load", "commit", "load", "commit"]);
  });

  it.each(["throws after", "rejects after"] as const)(
    "ST-32: a commit that %s it was stored is a success, told once",
    async (fault) => {
      const opened = await proposed(faulty("commit", fault));
      const answer = opened.room.submit("n", "b", COUNTER, { commandId: "c-1" });
      await opened.clock.advance(250);
      const done = await answer;
      expect(done).toMatchObject({ ok: true, duplicate: false, turn: { number: 2, commandId: "c-1" } });
      expect(opened.names()).toEqual(["turn:recorded", "negotiation:updated", "turn:awaited"]);
      expect(opened.room.getNegotiation("n")).toEqual(done.ok && done.negotiation);
      expect(opened.memory.entries("n")).toHaveLength(2);
      await opened.clock.advance(30_000);
      expect(opened.count("negotiation:expired")).toBe(1);
    },
  );

  it("ST-32: so it is with a cancellation, and with a deadline", async () => {
    const cancelled = await proposed(faulty("commit", "throws after"));
    const answer = cancelled.room.cancel("n");
    await cancelled.clock.advance(250);
    expect(await answer).toMatchObject({ ok: true, duplicate: false });
    expect(cancelled.names()).toEqual(["negotiation:withdrawn", "negotiation:settled"]);
    const overdue = await proposed(faulty("commit", "throws after"));
    await overdue.clock.advance(30_250);
    expect(overdue.names()).toEqual(["negotiation:expired", "negotiation:settled"]);
    expect(overdue.memory.entries("n")).toHaveLength(2);
  });

  it("ST-32: whoever waits for the outcome hears of it though the answer was lost", async () => {
    const opened = openStored(plainly);
    const outcome = opened.room.negotiate({ initiator: "a", responder: "b", proposal: P, id: "n" });
    await opened.clock.advance(0);
    opened.hook = faulty("commit", "rejects after", "rejects after");
    const answer = opened.room.submit("n", "b", ACCEPT);
    await opened.clock.advance(250);
    expect(await answer).toMatchObject({ ok: true });
    expect(await outcome).toMatchObject({ status: "accepted" });
  });

  it("ST-32: a conflict on the second try means that another process was first", async () => {
    const mine = await proposed(plainly);
    const theirs = openStored(plainly, {}, mine.clock, mine.memory);
    mine.hook = faulty("commit", "throws before");
    const answer = mine.room.submit("n", "b", COUNTER);
    await theirs.room.submit("n", "b", { action: "reject" });
    await mine.clock.advance(250);
    expect(await answer).toMatchObject({ ok: false, code: "negotiation_over" });
    expect(mine.told).toEqual([]);
  });

  it("EN-21: a move that was in time stays in time, however long the store takes", async () => {
    const opened = await proposed(plainly);
    await opened.clock.advance(29_999);
    opened.hook = faulty("commit", "rejects before", "rejects before");
    const answer = opened.room.submit("n", "b", ACCEPT);
    await opened.clock.advance(250);
    expect(await answer).toMatchObject({ ok: true, negotiation: { status: "accepted" } });
    expect(opened.count("negotiation:expired")).toBe(0);
  });

  it.each(["destroy", "close"] as const)("ST-33: %s ends the wait for another try", async (end) => {
    const opened = await proposed(faulty("commit", "throws before"));
    const failed = codeOf(opened.room.submit("n", "b", COUNTER));
    expect(opened.clock.pendingCount).toBe(2);
    await opened.room[end]();
    expect(await failed).toBe("service_closed");
    expect(opened.clock.pendingCount).toBe(0);
  });

  it("DESIGN 5.11: a commit that fails after destroy leaves no timer and is not tried again", async () => {
    let fail: ((error: Error) => void) | undefined;
    const opened = await proposed((method, work) =>
      method === "commit" ? new Promise((_, reject) => void (fail = reject)) : work(),
    );
    const failed = codeOf(opened.room.submit("n", "b", COUNTER));
    opened.room.destroy();
    fail?.(new Error("The store is away."));
    expect(await failed).toBe("service_closed");
    await opened.clock.advance(1_000);
    expect(commits(opened)).toBe(1);
    expect(opened.clock.pendingCount).toBe(0);
    expect(opened.told).toEqual([]);
  });
});

describe("CommandHandler: order", () => {
  it("ST-5: with a store that answers at once, record and events are there before the call returns", async () => {
    const opened = await proposed(plainly);
    void opened.room.submit("n", "b", COUNTER);
    expect(opened.room.getNegotiation("n")?.version).toBe(1);
    expect(opened.names()).toEqual(["turn:recorded", "negotiation:updated", "turn:awaited"]);
  });

  it("refuses of each party what is one too many, and takes the hundred that wait [EN-40, EN-62]", async () => {
    const opened = await proposed(later);
    const running = opened.room.submit("n", "b", COUNTER);
    const waiting = Array.from({ length: MAX_WAITING }, () => opened.room.submit("n", "b", COUNTER));
    const refused = await opened.room.submit("n", "b", COUNTER);
    expect(refused).toMatchObject({
      ok: false,
      code: "queue_full",
      version: 0,
      details: { limit: 100 },
      legal: { floor: "b" },
    });
    // Neither the other party's places nor the host's are taken.
    const others = [
      opened.room.submit("n", "a", ACCEPT, { expectedVersion: 1 }),
      ...Array.from({ length: MAX_WAITING - 1 }, () => opened.room.submit("n", "a", ACCEPT)),
      ...Array.from({ length: MAX_WAITING }, () => opened.room.cancel("n")),
    ];
    expect(await opened.room.submit("n", "a", ACCEPT)).toMatchObject({ code: "queue_full" });
    expect(await opened.room.cancel("n")).toMatchObject({ code: "queue_full", legal: null });
    expect(await running).toMatchObject({ ok: true });
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ code: "not_your_turn" });
    expect(await others[0]).toMatchObject({ ok: true, negotiation: { status: "accepted" } });
    for (const answer of (await Promise.all(others)).slice(1))
      expect(answer).toMatchObject({ code: "negotiation_over" });
  });

  it("150 moves of strangers take no place, read nothing and wait for nobody [EN-62]", async () => {
    const opened = await proposed(later);
    opened.hook = () => new Promise(() => {});
    const hanging = opened.room.submit("n", "b", COUNTER);
    opened.calls.length = 0;
    for (const stranger of ["eve", "", "B"]) {
      for (let count = 0; count < 50; count += 1) {
        const refused = await opened.room.submit("n", stranger, ACCEPT);
        expect(refused).toMatchObject({ code: "not_a_party", version: null, legal: null });
      }
      expect(await opened.room.answerConsult("n", stranger, "x")).toMatchObject({ code: "not_a_party" });
    }
    expect(opened.calls).toEqual([]);
    opened.room.destroy();
    void hanging;
  });

  it("commands on a record that is not read yet are decided in their order, after one read, strangers refused beside them [EN-62]", async () => {
    const first = await proposed(later);
    const opened = openStored(later, {}, first.clock, first.memory);
    const answers = [
      opened.room.submit("n", "eve", ACCEPT),
      opened.room.submit("n", "b", COUNTER),
      opened.room.submit("n", "a", { ...COUNTER, message: "2" }),
      opened.room.submit("n", "eve", ACCEPT),
      opened.room.submit("n", "b", ACCEPT),
    ];
    const results = await Promise.all(answers);
    expect(results.map((result) => (result.ok ? result.turn?.number : result.code))).toEqual([
      "not_a_party",
      2,
      3,
      "not_a_party",
      4,
    ]);
    expect(opened.calls.filter((method) => method === "load")).toHaveLength(1);
    expect(await opened.room.submit("nowhere", "eve", ACCEPT)).toMatchObject({ code: "unknown_negotiation" });
  });

  it("a slow judgement of one party's command holds up no command of the other with the same id [EN-62]", async () => {
    const opened = await proposed(plainly, {
      admit: ({ partyId, move }) =>
        partyId === "b" && move.action === "counter" ? new Promise<true>(() => {}) : true,
      rules: { actions: ["propose", "counter", "accept", "reject", "withdraw"], withdrawOffTurn: true },
    });
    void opened.room.submit("n", "b", COUNTER, { commandId: "1" }).catch(() => undefined);
    const left = await opened.room.submit("n", "a", { action: "withdraw" }, { commandId: "1" });
    expect(left).toMatchObject({ ok: true, negotiation: { status: "withdrawn" } });
    opened.room.destroy();
  });

  it("EN-6: the limits of the negotiation's own rules hold, also where its record is not at hand", async () => {
    const said = (length: number): Move => ({ action: "reject", message: "x".repeat(length) });
    for (const [own, others] of [
      [5, 50],
      [50, 5],
      // As much as rules may allow.
      [1_000_000, 5],
    ] as const) {
      const opened = openStored(plainly, { rules: { maxMessageLength: others } });
      await opened.room.createNegotiation("a", "b", P, { id: "n", rules: { maxMessageLength: own } });
      const fresh = openStored(plainly, { rules: { maxMessageLength: others } }, opened.clock, opened.memory);
      expect(await fresh.room.submit("n", "b", said(own + 1))).toMatchObject({
        code: "move_invalid",
        details: { issues: [{ path: ["message"] }] },
      });
      expect(await fresh.room.submit("n", "b", said(own))).toMatchObject({ ok: true });
    }
    expect(() => openStored(plainly, { rules: { maxMessageLength: 1_000_001 } })).toThrow(/maxMessageLength/);
  });
});
