import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { type Deferred, deferred, must, proposedTo, T0, type Terms, watchedRoom } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const counter = { action: "counter", terms: { price: 60 } } as const;
const accept = { action: "accept" } as const;

/** Ada proposed 40; smith's agent answers when the test settles one of `answers`. */
async function waitingFor(rules: ServiceRules = {}, options: ServiceOptions<Terms> = {}) {
  const answers: Deferred<object>[] = [];
  const script = () => {
    const answer = deferred<object>();
    answers.push(answer);
    return answer.promise;
  };
  const proposed = await proposedTo(script, { ...options, rules: { actions: ALL, ...rules } });
  return { ...proposed, answers };
}

const dropped = (why: string) => ({ negotiationId: "neg_1", partyId: "smith", turnNumber: 2, why });

describe("an answer that no longer counts", () => {
  it("EN-30: is dropped as late after the turn deadline, whatever it is", async () => {
    for (const settle of [
      (answer: Deferred<object>) => answer.resolve(accept),
      (answer: Deferred<object>) => answer.resolve({ action: "ponder" }),
      (answer: Deferred<object>) => answer.reject(new Error("aborted")),
    ]) {
      const { clock, answers, record, told, agent } = await waitingFor();
      await clock.advance(30_000);
      const over = record();
      expect(over.outcome?.reason).toBe("turn_timeout");
      settle(must(answers[0]));
      await clock.advance(0);
      expect(told("turn:dropped")).toEqual([dropped("late")]);
      expect(record()).toBe(over);
      expect(agent.calls).toHaveLength(1);
    }
  });

  it("EN-30: is dropped as late after the agent timeout; the second call's answer counts", async () => {
    const { clock, answers, record, told } = await waitingFor({ agentTimeoutMs: 5_000 });
    await clock.advance(5_000);
    must(answers[0]).resolve({ action: "reject" });
    await clock.advance(0);
    expect(told("turn:dropped")).toEqual([dropped("late")]);
    must(answers[1]).resolve(accept);
    await clock.advance(0);
    expect(record()).toMatchObject({ status: "accepted", failures: [{ kind: "timeout" }] });
  });

  it("EN-30: is dropped as late when it comes at the very deadline, before any timer fired", async () => {
    const { clock, answers, record, told } = await waitingFor();
    clock.set(T0 + 30_000);
    must(answers[0]).resolve(accept);
    await clock.advance(0);
    expect(record().outcome).toMatchObject({ status: "expired", reason: "turn_timeout" });
    expect(told("turn:dropped")).toEqual([dropped("late")]);
  });

  it("EN-30: is dropped as aborted after a cancellation, and after the other side withdrew", async () => {
    const cancelled = await waitingFor();
    await cancelled.room.cancel(cancelled.id);
    must(cancelled.answers[0]).resolve(accept);
    await cancelled.clock.advance(0);
    expect(cancelled.told("turn:dropped")).toEqual([dropped("aborted")]);
    expect(cancelled.record().outcome?.reason).toBe("cancelled");

    const left = await waitingFor({ withdrawOffTurn: true });
    await left.room.submit(left.id, "ada", { action: "withdraw" });
    must(left.answers[0]).resolve(accept);
    await left.clock.advance(0);
    expect(left.told("turn:dropped")).toEqual([dropped("aborted")]);
    expect(left.record().status).toBe("withdrawn");
  });

  it("EN-30: is dropped as stale after somebody else took the turn, also when the floor is back", async () => {
    const { room, id, clock, answers, record, told } = await waitingFor();
    await room.submit(id, "smith", counter);
    await room.submit(id, "ada", { action: "counter", terms: { price: 50 } });
    must(answers[0]).resolve(accept);
    await clock.advance(0);
    expect(told("turn:dropped")).toEqual([dropped("stale")]);
    expect(record()).toMatchObject({ status: "countered", floor: "smith" });
    must(answers[1]).resolve(accept);
    await clock.advance(0);
    expect(record().outcome).toMatchObject({ status: "accepted", proposal: { terms: { price: 50 } } });
  });

  it("EN-30: is dropped without a word after the end of the room", async () => {
    for (const end of ["close", "destroy"] as const) {
      const { room, clock, answers, heard } = await waitingFor();
      const before = [...heard];
      await room[end]();
      must(answers[0]).resolve(accept);
      await clock.advance(200_000);
      expect(heard).toEqual(before);
    }
  });

  it("EN-30: is dropped when it is an answer to what another process has overtaken", async () => {
    const store = new MemoryStore();
    const { clock, answers, told, record } = await waitingFor({ oneActive: "none" }, { store });
    const other = watchedRoom<Terms>({ store, clock });
    await other.room.submit("neg_1", "smith", counter);
    must(answers[0]).resolve(accept);
    await clock.advance(0);
    expect(told("turn:dropped")).toEqual([dropped("stale")]);
    expect(record()).toMatchObject({ status: "countered", version: 1, floor: "ada" });
  });
});

describe("after a turn is stored", () => {
  it("EN-30: a listener that throws, or a party that cannot be asked, repeats no call", async () => {
    const { room, answers, clock, agent, record, told } = await waitingFor();
    room.on("turn:recorded", () => {
      throw new Error("boom");
    });
    must(answers[0]).resolve(counter);
    await clock.advance(0);
    expect(agent.calls).toHaveLength(1);
    expect(told("listener:error")).toHaveLength(1);
    expect(record().turns).toHaveLength(2);
  });

  it.each([
    ["back in time", 5_000, "accepted"],
    ["back too late", 31_000, "expired"],
  ])("EN-30: a store that is away costs no second call: %s", async (_, ms, status) => {
    const store = new MemoryStore();
    const warned: string[] = [];
    const observer = {
      warn: (what: string, { code }: Readonly<Record<string, unknown>>) =>
        void warned.push(`${what}: ${code}`),
    };
    const { answers, clock, agent, record, told } = await waitingFor({}, { store, observer });
    const commandIds = new Set<unknown>();
    store.commit = ({ entry }) => {
      if (entry.kind === "turn") commandIds.add(entry.commandId);
      throw new Error("disk full");
    };
    must(answers[0]).resolve(accept);
    await clock.advance(1_000);
    expect(warned).toEqual(["agent answer not stored: store_failed"]);
    await clock.advance(ms - 1_000);
    expect(record().outcome).toBeNull();
    store.commit = MemoryStore.prototype.commit;
    // A second, and what the last try before it took.
    await clock.advance(1_500);
    expect(record().status).toBe(status);
    expect(commandIds.size).toBe(1);
    expect(agent.calls).toHaveLength(1);
    expect(told("turn:dropped")).toEqual(status === "accepted" ? [] : [dropped("late")]);
  });

  it("EN-30: an answer that waits for the store is given up with the room, without a word", async () => {
    for (const end of ["close", "destroy"] as const) {
      const store = new MemoryStore();
      const { room, answers, clock, heard } = await waitingFor({}, { store });
      store.commit = () => {
        throw new Error("disk full");
      };
      must(answers[0]).resolve(accept);
      await clock.advance(600);
      const before = [...heard];
      await room[end]();
      expect(clock.pendingCount).toBe(0);
      await clock.advance(60_000);
      expect(heard).toEqual(before);
    }
  });

  it("EN-29: a failure that could not be stored counts once the store is back, and the agent is asked again", async () => {
    const store = new MemoryStore();
    const { answers, clock, agent, record } = await waitingFor({}, { store });
    // Stored at the first try already, with the answers lost.
    store.commit = (commit) => {
      MemoryStore.prototype.commit.call(store, commit);
      throw new Error("The connection was lost.");
    };
    must(answers[0]).reject(new Error("model away"));
    await clock.advance(300);
    expect(agent.calls).toHaveLength(1);
    store.commit = MemoryStore.prototype.commit;
    await clock.advance(1_000);
    expect(record().failures).toHaveLength(1);
    expect(agent.calls).toHaveLength(2);
  });
});

describe("B-36: the text of a failure", () => {
  it("EN-30, B-36: never reaches the other side's view, agent or turns", async () => {
    const secret = "provider key sk-12345 rejected";
    const ofSmith = scriptedAgent<Terms>(({ attempt, turnNumber }) => {
      if (attempt === 1) throw new Error(secret);
      return attempt === 2
        ? ({ action: secret } as never)
        : { action: "counter", terms: { price: 60 + turnNumber } };
    });
    const ofAda = scriptedAgent<Terms>([{ action: "counter", terms: { price: 41 } }, accept]);
    const { room, clock } = watchedRoom<Terms>({ rules: { agentAttempts: 3 } });
    const seen: string[] = [];
    room.on("turn:failed", async ({ negotiation }) => {
      seen.push(JSON.stringify(await room.viewFor(negotiation.id, "ada")));
    });
    const { id } = await room.createNegotiation(
      { id: "ada", kind: "system", agent: ofAda },
      { id: "smith", kind: "system", agent: ofSmith },
      { price: 40 },
    );
    await clock.advance(0);
    const kept = must(room.getNegotiation(id)).failures;
    expect(kept).toHaveLength(4);
    for (const { error } of kept) expect(error).toContain("sk-12345");
    seen.push(JSON.stringify(await room.viewFor(id, "ada")), JSON.stringify(ofAda.calls));
    seen.push(JSON.stringify(await room.turns(id, { viewer: "ada" })));
    expect(seen).toHaveLength(7);
    for (const text of seen) expect(text).not.toContain("sk-12345");
    // Its own side may know.
    expect(JSON.stringify(await room.viewFor(id, "smith"))).toContain("sk-12345");
  });
});
