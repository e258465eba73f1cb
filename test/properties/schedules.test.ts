/**
 * @module
 * SM-51: two submitted moves, a wake-up, a cancellation, the answer of an agent and the close of the room, at
 * once, in every order that fast-check's scheduler finds: 500 schedules for each preset.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/core/index.js";
import type { Action, Negotiation, Party } from "../../src/core/record/index.js";
import { NegotiationError } from "../../src/errors.js";
import type { Agent } from "../../src/ports/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { memoryDirectory } from "../../src/service/parking/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { T0 } from "../kit/open-room.js";
import { type Hook, openStored, plainly, type StoredRoom } from "../service/hooked-store.js";
import { AskedInvariants } from "./asked-invariants.js";
import { expectInOrder, scheduled, storedRecord } from "./scheduled-rooms.js";

const ID = "neg";
const PRESETS = ["room", "index", "index-2026-04", "oap", "bindu"] as const;
type PresetName = (typeof PRESETS)[number];
const SCHEDULES = 500;
const SEED = 51;

/** What each of the six does; each waits for the scheduler before it begins. */
interface Cast {
  /** Moves of a and b from outside; where turns are parked, a's may come by way of a pickup. */
  readonly ofA: Drawn;
  readonly ofB: Drawn;
  readonly byPickup: boolean;
  /** What b's agent answers, as often as it is asked. */
  readonly answer: Drawn | "throws" | "never";
  /** How far the clock goes: to the deadline that is next by then, 1 ms before it, or that much further. */
  readonly passes: "deadline" | "before" | number;
  /** Whether the host wakes the negotiation besides the room's own timer. */
  readonly wakes: boolean;
  readonly cancels: boolean;
  readonly ends: "no" | "close" | "destroy";
}

interface Drawn {
  readonly action: Action;
  readonly expects: "anything" | "the first version";
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  action: fc.constantFrom<Action>("counter", "counter", "accept", "reject", "withdraw", "question"),
  expects: fc.constantFrom("anything", "anything", "the first version"),
});

const casts: fc.Arbitrary<Cast> = fc.record({
  ofA: drawn,
  ofB: drawn,
  byPickup: fc.boolean(),
  answer: fc.oneof({ weight: 5, arbitrary: drawn }, fc.constantFrom<Cast["answer"]>("throws", "never")),
  passes: fc.oneof(
    fc.constantFrom<Cast["passes"]>("deadline", "deadline", "before"),
    fc.constantFrom(1, 45_000),
  ),
  wakes: fc.boolean(),
  cancels: fc.boolean(),
  ends: fc.constantFrom("no", "no", "close", "close", "destroy"),
});

/** A store whose answers come when the scheduler says so, with all that it has taken. */
interface Watched {
  readonly hook: Hook;
  readonly invariants: AskedInvariants;
}

function watched(scheduler: fc.Scheduler, memory: MemoryStore, clock: ManualClock): Watched {
  const invariants = new AskedInvariants(memory, ID);
  const answered = scheduled(scheduler);
  const hook: Hook = (method, work, argument) =>
    answered(
      method,
      () => {
        const before = method === "commit" || method === "create" ? memory.load(ID) : null;
        const result = work();
        if ((method === "commit" || method === "create") && (result as { ok: boolean }).ok)
          invariants.written(before, before === null ? null : argument.expectedVersion, clock.now());
        return result;
      },
      argument,
    );
  return { hook, invariants };
}

/** The move of a drawing, with what the preset wants of it. */
function moveOf({ action }: Drawn, preset: PresetName, message: string): object {
  const brings = action === "counter" && !preset.startsWith("index");
  return { action, message, assessment: ASSESSMENT, ...(brings && { terms: { price: message.length } }) };
}

/** What a schedule came to. */
interface Played {
  readonly opened: StoredRoom;
  readonly memory: MemoryStore;
  readonly clock: ManualClock;
  readonly invariants: AskedInvariants;
  /** By actor: `taken`, `duplicate`, the code of a refusal or of an error. */
  readonly answers: Readonly<Record<string, string>>;
  /** The command ids of what was acknowledged. */
  readonly acknowledged: readonly string[];
  /** How much had been told when the end was there, how often the store was written to and the agent asked. */
  readonly atEnd: { readonly told: number; readonly writes: number; readonly asked: number } | undefined;
  readonly asked: () => number;
  /** Another room over the same store, as after a restart. */
  readonly reopened: () => StoredRoom;
}

async function played(scheduler: fc.Scheduler, preset: PresetName, cast: Cast): Promise<Played> {
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const rules: ServiceRules = {
    preset,
    ...(preset === "room" && { actions: ["propose", "counter", "accept", "reject", "question", "withdraw"] }),
  };
  let asked = 0;
  const pending = new Set<AbortSignal>();
  const agent: Agent<any> = async (call) => {
    asked += 1;
    const order = asked;
    pending.add(call.signal);
    await scheduler.schedule(Promise.resolve(), `the agent of ${call.party.id}`);
    if (cast.answer === "never") return new Promise(() => {});
    pending.delete(call.signal);
    if (cast.answer === "throws") throw new Error("No idea.");
    // It does not go on for ever: where nothing else ends it, it does.
    const answer = order <= 3 ? cast.answer : ({ action: "reject", expects: "anything" } as const);
    return moveOf(answer, preset, `agent ${order}`) as never;
  };
  const { hook, invariants } = watched(scheduler, memory, clock);
  const directory = memoryDirectory([{ agentId: "a-phone", partyId: "a", lastSeenAt: T0 }]);
  // Its clock may jump far ahead while it closes.
  const closeMs = 2_147_483_647;
  const opened = openStored(plainly, { rules, directory, fallback: agent, closeMs }, clock, memory);
  const { room } = opened;
  opened.hook = (method, work, argument) => {
    const before = memory.load(ID);
    const result = work() as { readonly ok: boolean };
    if ((method === "create" || method === "commit") && result.ok)
      invariants.written(before, before === null ? null : argument.expectedVersion, clock.now());
    return result;
  };
  // b is asked for the opening's answer: its agent's call is one of the things that are under way.
  const parties = [
    { id: "a", kind: "personal" },
    { id: "b", kind: "personal", agent },
  ] as const;
  if (preset.startsWith("index")) {
    await room.createNegotiation(...parties, undefined, { id: ID });
    const opening = { action: "propose", message: "the opening", assessment: ASSESSMENT } as const;
    await room.submit(ID, "a", opening as never, { commandId: "opening" });
  } else {
    await room.createNegotiation(...parties, { price: 1 }, { id: ID });
  }
  opened.hook = hook;

  const first = room.getNegotiation(ID)!.version;
  const answers: Record<string, string> = {};
  const acknowledged: string[] = [];
  let atEnd: Played["atEnd"];
  const submits = async (partyId: "a" | "b", given: Drawn): Promise<string> => {
    const move = moveOf(given, preset, `of ${partyId} from outside`);
    const options = {
      commandId: `by-${partyId}`,
      ...(given.expects === "the first version" && { expectedVersion: first }),
    };
    let result: Awaited<ReturnType<typeof room.submit>>;
    if (partyId === "a" && cast.byPickup && preset.startsWith("index")) {
      const turn = await room.pickup("a", { agentId: "a-phone" });
      if (turn === null) return "nothing parked";
      if (!turn.ok) return turn.code;
      const claim = { agentId: "a-phone", claimId: turn.claimId };
      result = await room.respond(ID, claim, move as never, { commandId: options.commandId });
    } else {
      result = await room.submit(ID, partyId, move as never, options);
    }
    if (!result.ok) return result.code;
    if (result.turn !== null && !result.duplicate) acknowledged.push(options.commandId);
    return "taken";
  };
  const acts: Record<string, () => Promise<string>> = {
    "a moves": async () => {
      // b has the floor first: a looks again now and then.
      for (let tries = 1; ; tries += 1) {
        const answer = await submits("a", cast.ofA);
        if (tries === 4 || (answer !== "not_your_turn" && answer !== "nothing parked")) return answer;
        await scheduler.schedule(Promise.resolve(), "a again");
      }
    },
    "b moves": () => submits("b", cast.ofB),
    "the clock": async () => {
      const { deadlines } = room.getNegotiation(ID) ?? replay(memory.entries(ID));
      const instants = Object.values(deadlines).filter((at) => at !== null);
      const next = instants.length === 0 ? 1 : Math.min(...instants) - clock.now();
      const ms = cast.passes === "deadline" ? next : cast.passes === "before" ? next - 1 : cast.passes;
      clock.advanceSync(Math.max(0, ms));
      if (cast.wakes) await room.wake(ID);
      return "woken";
    },
    ...(cast.cancels && {
      "the host cancels": async () => {
        const result = await room.cancel(ID);
        return result.ok ? "taken" : result.code;
      },
    }),
    ...(cast.ends !== "no" && {
      "the room": async () => {
        if (cast.ends === "close") await room.close();
        else room.destroy();
        atEnd = { told: opened.told.length, writes: writesOf(opened), asked };
        expect([...pending].every(({ aborted }) => aborted)).toBe(true);
        return cast.ends;
      },
    }),
  };
  let isDone = false;
  const all = Promise.all(
    Object.entries(acts).map(async ([name, act]) => {
      await scheduler.schedule(Promise.resolve(), name);
      answers[name] = await act().catch((error: unknown) => {
        if (NegotiationError.isInstance(error)) return error.code;
        throw error;
      });
    }),
  ).finally(() => {
    isDone = true;
  });
  // It is waited for below; until then a failure is nobody's.
  all.catch(() => undefined);
  for (let rounds = 0; !isDone; rounds += 1) {
    if (rounds > 100) throw new Error("Expected every command to come to an end.");
    await scheduler.waitIdle();
  }
  await all;
  await scheduler.waitIdle();
  const reopened = (): StoredRoom => {
    const options = {
      rules,
      directory,
      fallback: agent,
      agentFor: ({ id }: Party) => (id === "b" ? agent : undefined),
    };
    return openStored(hook, options, clock, memory);
  };
  return { opened, memory, clock, invariants, answers, acknowledged, atEnd, asked: () => asked, reopened };
}

/** Writes that were begun. A pickup that is under way may still read, which changes nothing. */
function writesOf({ calls }: StoredRoom): number {
  return calls.filter((call) => call === "create" || call === "commit").length;
}

/** What has to hold of the store and of what was told, whatever came first. */
function expectSound({ opened, memory, acknowledged, answers }: Played): Negotiation {
  const record = storedRecord(memory, ID);
  // I4: what was acknowledged is there, once; what was refused is not.
  for (const [name, commandId] of [
    ["a moves", "by-a"],
    ["b moves", "by-b"],
  ] as const) {
    const count = record.turns.filter((turn) => turn.commandId === commandId).length;
    expect([name, count]).toEqual([name, acknowledged.includes(commandId) ? 1 : 0]);
    expect(answers[name]).toEqual(expect.any(String));
  }
  // Every event tells of a record that was committed.
  for (const version of expectInOrder(opened.told)) expect(version).toBeLessThanOrEqual(record.version);
  const settled = opened.count("negotiation:settled");
  expect(settled).toBeLessThanOrEqual(record.outcome === null ? 0 : 1);
  return record;
}

describe("SM-51: whatever comes first", () => {
  it.each(PRESETS)(
    `SM-51: %s: ${SCHEDULES} schedules of two moves, a wake-up, a cancellation, an agent and a close (seed ${SEED})`,
    async (preset) => {
      const seen = new Map<string, number>();
      let schedules = 0;
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), casts, async (scheduler, cast) => {
          const all = await played(scheduler, preset, cast);
          const { opened, memory, clock, invariants, answers } = all;
          const before = expectSound(all);
          let { opened: room } = all;
          if (cast.ends !== "no") {
            // DESIGN 5.11: nothing fires after the end of the room.
            expect(clock.pendingCount).toBe(0);
            clock.advanceSync(1_000);
            await scheduler.waitIdle();
            const now = { told: opened.told.length, writes: writesOf(opened), asked: all.asked() };
            expect(now).toEqual(all.atEnd);
            expect(JSON.stringify(replay(memory.entries(ID)))).toBe(JSON.stringify(before));
            room = all.reopened();
            await scheduler.waitFor(room.room.resume());
          }
          // Nothing is stuck: whatever is left ends by its deadlines, and is told of once.
          for (let rounds = 0; rounds < 50 && !memory.load(ID)!.isFinal; rounds += 1) {
            const { deadline } = memory.load(ID)!;
            clock.advanceSync(Math.max(1, (deadline?.at ?? 0) - clock.now()));
            // As its sweep would, which is switched off here: a new room arms only what it has a hand in.
            if (room !== opened) await scheduler.waitFor(room.room.wake(ID));
            await scheduler.waitIdle();
          }
          const record = expectSound(all);
          expect(record.outcome).not.toBeNull();
          const settled = opened.count("negotiation:settled");
          const total = settled + (room === opened ? 0 : room.count("negotiation:settled"));
          // Who is destroyed while a commit is under way tells nobody of it.
          if (cast.ends === "destroy") expect(total).toBeLessThanOrEqual(1);
          else expect(total).toBe(1);
          expect(clock.pendingCount).toBe(0);
          room.room.destroy();
          invariants.ended(clock.now());
          schedules += 1;
          for (const what of [
            ...Object.entries(answers).map((one) => one.join(": ")),
            String(record.outcome?.reason),
          ])
            seen.set(what, (seen.get(what) ?? 0) + 1);
        }),
        { numRuns: SCHEDULES, seed: SEED },
      );
      expect(schedules).toBe(SCHEDULES);
      console.log(preset, JSON.stringify(Object.fromEntries([...seen].sort())));
      for (const what of ["a moves: taken", "b moves: taken", "the host cancels: taken", "the clock: woken"])
        expect(seen.get(what), what).toBeGreaterThan(25);
      for (const what of ["the room: close", "the room: destroy"])
        expect(seen.get(what), what).toBeGreaterThan(70);
    },
    120_000,
  );
});
