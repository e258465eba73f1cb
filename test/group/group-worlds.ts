/**
 * @module
 * Made-up worlds of groups, each decided by its seed: random goals, commitments, answers, hooks that fail, a store that
 * fails, an abort, a crash with a resumption; and what must hold in all of them, stated apart from the code.
 */

import {
  type GroupOptions,
  type GroupRecord,
  type GroupTrack,
  NegotiationGroup,
} from "../../src/group/index.js";
import type { Agent } from "../../src/ports/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

const T0 = 1_800_000_000_000;
const DEADLINE_MS = 2_000;

/** What went wrong in the world of that seed; each line names an invariant. */
export async function violationsIn(seed: number): Promise<readonly string[]> {
  const draw = drawn(seed);
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T;
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const records: GroupRecord[] = [];
  const effects: string[] = [];
  const faultsUntil = draw() < 0.4 ? T0 + 3_000 : 0;
  const id = `grp_${seed}`;
  const note = (state: unknown): void => void records.push(state as GroupRecord);

  const life = (): NegotiationService<any> => {
    const store = new Proxy(memory, {
      get(target, key) {
        const method: unknown = Reflect.get(target, key, target);
        if (typeof method !== "function") return method;
        return (...given: any[]) => {
          const isFaulty = clock.now() < faultsUntil && draw() < 0.1;
          if (isFaulty && draw() < 0.5) throw new Error("The store is away.");
          const answer = method.apply(target, given);
          if ((key === "commit" || key === "create") && given[0].id === id && answer.ok) note(given[0].state);
          if (isFaulty) throw new Error("The store's answer is lost.");
          return answer;
        };
      },
    });
    return new NegotiationService<any>("market-7", { store, clock, agentFor, warnings: false });
  };
  const courses = new Map<string, readonly [ms: number, answers: readonly string[]]>();
  const agentFor = (party: { readonly id: string }): Agent<any> => {
    return async ({ turnNumber, standing }) => {
      const [ms, answers] = courses.get(party.id) ?? [0, ["accept"]];
      await new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
      const answer = answers[Math.floor((turnNumber - 1) / 2) % answers.length];
      if (answer === "never") return new Promise<never>(() => {});
      if (answer === "throws") throw new Error("No answer.");
      if (answer === "counter")
        return { action: "counter", terms: { cost: (standing?.terms.cost ?? 0) + 1 } };
      return { action: answer as "accept" };
    };
  };
  const count = pick(1, 2, 3, 4, 5);
  const tracks = Array.from({ length: count }, (_, index) => {
    const member = `M${index}`;
    courses.set(member, [
      pick(0, 0, 100, 300, 1_999, 2_500),
      pick(
        ["accept"],
        ["accept"],
        ["accept"],
        ["reject"],
        ["withdraw"],
        ["counter", "accept"],
        ["never"],
        ["throws"],
      ),
    ]);
    return {
      id: `t${index}`,
      member,
      proposal: { cost: index },
      required: pick(true, false, undefined),
      slot: pick("x", "x", "y"),
    };
  });
  courses.set("K", [pick(0, 50), pick(["accept"], ["counter", "accept"], ["reject"])]);
  const least = Math.min(...["x", "y"].map((slot) => tracks.filter((one) => one.slot === slot).length || 9));
  const commitment = pick("each", "all-or-nothing", "all-or-nothing");
  const failing = new Map<string, number>();
  const hook =
    (kind: string, most: number) =>
    async (_: GroupTrack, { commandId }: { readonly commandId: string }) => {
      const left = failing.get(commandId) ?? (draw() < 0.3 ? Math.ceil(draw() * most) : 0);
      failing.set(commandId, left - 1);
      const ms = pick(0, 0, 10);
      if (ms > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
      if (left > 0) throw new Error("Not now.");
      if (!effects.includes(commandId)) effects.push(commandId);
      if (!commandId.endsWith(kind)) effects.push(`wrong ${commandId}`);
    };
  const functions = {
    confirm: hook("confirm", 2),
    release: hook("release", 3),
    score: ({ cost }: { readonly cost: number }) => (cost * 7) % 5,
  };
  const options: GroupOptions<any> = {
    id,
    coordinator: "K",
    tracks,
    commitment,
    deadlineMs: DEADLINE_MS,
    reserveMs: pick(null, null, 500),
    goal: pick<NonNullable<GroupOptions["goal"]>>(
      { kind: "required", optionalMs: pick(0, 200) },
      { kind: "quorum", count: Math.ceil(draw() * count), keepRest: pick(true, false) },
      { kind: "best", count: least },
    ),
    ...functions,
  };
  const abortAt = draw() < 0.2 ? pick(0, 100, 500, 2_000) : -1;
  const crashAt = draw() < 0.5 ? pick(0, 50, 100, 150, 300, 1_000, 2_000) : -1;
  let service = life();
  let group = new NegotiationGroup<any>(service, options);
  let settledCount = 0;
  const listened = (): void => void group.on("group:settled", () => void (settledCount += 1));
  listened();
  void group.run().catch(() => undefined);
  const resumed = async (): Promise<void> => {
    await service.resume().catch(() => undefined);
    for (let tries = 0; tries < 50; tries += 1) {
      const found = await NegotiationGroup.resume<any>(service, id, functions).catch(() => undefined);
      if (found === undefined && memory.load(id) !== null) continue;
      group = found ?? new NegotiationGroup<any>(service, options);
      break;
    }
    listened();
    void group.run().catch(() => undefined);
  };
  for (let ms = 0; ms < 90_000; ms += ms < 3_000 ? 50 : 8_000) {
    if (ms === abortAt) void group.abort();
    if (ms === crashAt) {
      service.destroy();
      service = life();
      // The store may fail, and is asked again as the clock goes on.
      void resumed();
    }
    await clock.advance(ms < 3_000 ? 50 : 8_000);
  }
  const stored = memory.load(id)?.state as unknown as GroupRecord | undefined;
  service.destroy();
  return violationsOf(records, stored, effects, settledCount);
}

/** The invariants. */
function violationsOf(
  records: readonly GroupRecord[],
  stored: GroupRecord | undefined,
  effects: readonly string[],
  settledCount: number,
): readonly string[] {
  const wrong: string[] = [];
  const check = (isRight: boolean, what: string): void => void (isRight || wrong.push(what));
  const last = records.at(-1);
  if (last === undefined || stored === undefined) return ["stored: nothing was"];
  check(JSON.stringify(stored) === JSON.stringify(last), "stored: the row is not the last commit");
  records.forEach((record, index) => {
    const before = records[index - 1];
    if (before === undefined) return;
    check(record.version === before.version + 1, `versions: ${before.version} then ${record.version}`);
    check(
      before.outcome === null || record.outcome?.status === before.outcome.status,
      "endings: it ended twice",
    );
    record.tracks.forEach((track, place) => {
      const earlier = before.tracks[place]?.state;
      const isClosed = earlier === "confirmed" || earlier === "released";
      check(!isClosed || track.state === earlier, `reservations: ${track.id} ${earlier} then ${track.state}`);
    });
  });
  const { outcome, goal, tracks, commitment } = last;
  check(outcome !== null && last.settledAt !== null, `endings: ${last.status} is not settled`);
  check(settledCount <= 2, "endings: settled more than once in a process");
  if (outcome === null) return wrong;
  check(outcome.at <= last.deadlineAt + 30_000 + 5_000, "deadline: it went on");
  const bound = tracks.filter(({ state }) => state === "confirmed");
  if (outcome.status === "completed")
    check(isMet(goal, tracks, bound, outcome.at), `goal: completed, and ${goal.kind} is not met`);
  const held = new Set(
    records.flatMap((record) =>
      record.tracks.filter(({ state }) => state === "reserved").map(({ id }) => id),
    ),
  );
  for (const { id, state, release } of tracks) {
    const done = (kind: string): boolean => effects.includes(`${last.id}:${id}:${kind}`);
    check(
      state !== "reserved" && release !== "due" && release !== "failed",
      `reservations: ${id} is left ${state}, ${release}`,
    );
    if (commitment === "all-or-nothing" && state === "confirmed") {
      check(done("confirm"), `reservations: ${id} binds, and nobody confirmed it`);
      check(!done("release"), `reservations: ${id} binds, and was released`);
      check(outcome.status === "completed", `reservations: ${id} binds in a group that ${outcome.status}`);
    }
    check(
      !held.has(id) || state === "confirmed" || done("release"),
      `reservations: ${id} was neither confirmed nor released`,
    );
    check(held.has(id) || !done("release"), `reservations: ${id} was released, and never held`);
  }
  const named = effects.filter((effect) => !/^grp_\d+:t\d:(confirm|release)$/.test(effect));
  check(named.length === 0, `commands: ${named.join()}`);
  return wrong;
}

/** Whether what binds is what the goal asks for, by the table of the specification. */
function isMet(
  goal: GroupRecord["goal"],
  tracks: readonly GroupTrack[],
  bound: readonly GroupTrack[],
  at: number,
): boolean {
  const isBound = (track: GroupTrack): boolean => bound.includes(track);
  if (goal.kind === "best")
    return [...new Set(tracks.map(({ slot }) => slot))].every((slot) => {
      const ofSlot = tracks.filter((track) => track.slot === slot);
      const taken = ofSlot.filter((track) => isBound(track) && track.isChosen);
      const lost = ofSlot.filter(
        (track) =>
          track.settledAt !== null && track.settledAt < at && track.release !== null && track.reason === null,
      );
      const worst = Math.min(...taken.map(({ score }) => score ?? Number.NEGATIVE_INFINITY));
      return (
        taken.length === goal.count && lost.every(({ score }) => (score ?? Number.NEGATIVE_INFINITY) <= worst)
      );
    });
  const required = tracks.filter((track) => track.required);
  if (goal.kind === "quorum") return bound.length >= goal.count && required.every(isBound);
  return bound.length > 0 && required.every(isBound);
}

/** mulberry32: numbers in [0, 1), the same for a seed. */
function drawn(from: number): () => number {
  let state = from | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
