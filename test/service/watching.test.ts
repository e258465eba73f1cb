import { describe, expect, it } from "vitest";
import type { NegotiationService, ServiceOptions } from "../../src/index.js";
import { codeOf, type OpenRoom, openRoom } from "../kit/open-room.js";
import { processes } from "./hooked-store.js";

const P = { price: 40 };
const counter = (price: number) => ({ action: "counter", terms: { price } }) as const;
const FREE = { cap: { limit: 20 }, turnMs: 3_000_000, totalMs: 9_000_000, validityMs: null } as const;

/** Whether a promise is kept by now, whatever else runs at once. */
async function isKept(promise: Promise<unknown>): Promise<boolean> {
  let kept = false;
  const note = (): void => {
    kept = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return kept;
}

/** A room with an open proposal of ada's. */
async function opened(options: ServiceOptions<any> = {}): Promise<OpenRoom & { id: string }> {
  const one = openRoom({ rules: FREE, ...options });
  const { id } = await one.room.createNegotiation("ada", "smith", P);
  return { ...one, id };
}

const freely = (options: ServiceOptions<any>) => processes({ rules: FREE, ...options });

/** The versions that are told up to the end, with what ends them. */
async function versionsOf(
  room: NegotiationService<any>,
  id: string,
  after?: number,
): Promise<readonly [number, string][]> {
  const seen: [number, string][] = [];
  for await (const { version, view } of room.watch(id, { viewer: "ada", after })) {
    seen.push([version, view.status]);
  }
  return seen;
}

describe("watch", () => {
  it("tells the record as it is, then each commit, and ends with the outcome [EN-60]", async () => {
    const { room, id } = await opened();
    const watched = room.watch(id, { viewer: "ada" });
    expect((await watched.next()).value).toMatchObject({ version: 0, view: { standing: { terms: P } } });
    const next = watched.next();
    expect(await isKept(next)).toBe(false);
    await room.submit(id, "smith", counter(50));
    expect((await next).value).toMatchObject({ version: 1, view: { standing: { terms: { price: 50 } } } });
    await room.submit(id, "ada", counter(45));
    expect((await watched.next()).value).toMatchObject({ version: 2 });
    await room.submit(id, "smith", { action: "accept" });
    expect((await watched.next()).value).toMatchObject({ version: 3, view: { outcome: { by: "smith" } } });
    expect(await watched.next()).toEqual({ value: undefined, done: true });
    expect(await watched.next()).toEqual({ value: undefined, done: true });
  });

  it("holds no more than the newest for a slow reader, and never skips the last [EN-60]", async () => {
    const { room, id } = await opened();
    const watched = room.watch(id, { viewer: "ada" });
    await watched.next();
    for (const price of [50, 45, 48]) {
      await room.submit(id, price === 45 ? "ada" : "smith", counter(price));
    }
    expect((await watched.next()).value).toMatchObject({ version: 3 });
    await room.submit(id, "ada", counter(46));
    await room.submit(id, "smith", { action: "accept" });
    expect((await watched.next()).value).toMatchObject({ version: 5, view: { status: "accepted" } });
    expect((await watched.next()).done).toBe(true);
  });

  it("tells what a deadline does, and the cancellation by the host [EN-60]", async () => {
    const { room, id, clock } = await opened({ rules: { ...FREE, turnMs: 1_000 } });
    const watched = versionsOf(room, id);
    await clock.advance(1_000);
    expect((await watched).at(-1)).toEqual([1, "expired"]);
    const other = await room.createNegotiation("ada", "smith", P);
    const cancelled = versionsOf(room, other.id);
    await room.cancel(other.id);
    expect((await cancelled).at(-1)?.[0]).toBe(1);
  });

  it("tells one that has ended once, as it ended [EN-60]", async () => {
    const { room, id } = await opened();
    await room.submit(id, "smith", { action: "accept" });
    expect(await versionsOf(room, id)).toEqual([[1, "accepted"]]);
  });

  it("begins after the version that its reader has seen [EN-60]", async () => {
    const { room, id } = await opened();
    await room.submit(id, "smith", counter(50));
    const watched = room.watch(id, { viewer: "ada", after: 1 });
    const next = watched.next();
    expect(await isKept(next)).toBe(false);
    await room.submit(id, "ada", { action: "accept" });
    expect((await next).value).toMatchObject({ version: 2 });
    expect(await versionsOf(room, id, 1)).toEqual([[2, "accepted"]]);
    expect(await versionsOf(room, id, 2)).toEqual([]);
  });

  it("shows each viewer what viewFor does, and nothing else [EN-60]", async () => {
    const { room, id } = await opened();
    await room.submit(id, "smith", { ...counter(50), assessment: { limit: 48 }, sealed: { salt: "grain" } });
    for (const viewer of ["ada", "smith"]) {
      const { value } = await room.watch(id, { viewer }).next();
      expect(value.view).toEqual(await room.viewFor(id, viewer));
      expect(JSON.stringify(value).includes("48")).toBe(viewer === "smith");
      expect(JSON.stringify(value)).not.toContain("grain");
    }
  });

  it("refuses strangers, unknown negotiations and options that are none [EN-60]", async () => {
    const { room, id } = await opened();
    expect(await codeOf(room.watch(id, { viewer: "eve" }).next())).toBe("not_a_party");
    expect(await codeOf(room.watch("neg_none", { viewer: "ada" }).next())).toBe("unknown_negotiation");
    expect(() => room.watch(id, { viewer: "" })).toThrow(/viewer/);
    expect(() => room.watch(id, { viewer: "ada", after: 0.5 })).toThrow(/after/);
    expect(() => room.watch(id, { viewer: "ada", since: 1 } as never)).toThrow(/since/);
    expect(() => room.watch(id, { viewer: "ada", signal: 1 as never })).toThrow(/signal/);
    await room.close();
    expect(await codeOf(room.watch(id, { viewer: "ada" }).next())).toBe("service_closed");
  });

  it.each(["close", "destroy"] as const)("ends with the service, by %s() [EN-60]", async (end) => {
    const { room, id } = await opened();
    const watched = room.watch(id, { viewer: "ada" });
    await watched.next();
    const next = watched.next();
    await room[end]();
    expect(await next).toEqual({ value: undefined, done: true });
  });

  it("ends when its reader leaves, also while it waits, and lets go of everything [EN-60]", async () => {
    const { room, id } = await opened();
    await room.submit(id, "smith", counter(50));
    for await (const { version } of room.watch(id, { viewer: "ada" })) {
      expect(version).toBe(1);
      break;
    }
    const watched = room.watch(id, { viewer: "ada", after: 1 });
    const next = watched.next();
    expect(await isKept(next)).toBe(false);
    expect((await watched.return?.())?.done).toBe(true);
    expect((await next).done).toBe(true);
    await room.submit(id, "ada", { action: "accept" });
    expect((await watched.next()).done).toBe(true);
    room.removeAllListeners();
    expect(room.isIdle).toBe(true);
  });

  it("ends by its signal, at once and before [EN-60]", async () => {
    const { room, id } = await opened();
    const controller = new AbortController();
    const watched = room.watch(id, { viewer: "ada", signal: controller.signal });
    await watched.next();
    const next = watched.next();
    controller.abort();
    expect((await next).done).toBe(true);
    expect((await room.watch(id, { viewer: "ada", signal: controller.signal }).next()).done).toBe(true);
    expect(room.getNegotiation(id)?.outcome).toBeNull();
  });

  it("tells what another process commits by the next look at the store [EN-60]", async () => {
    const { clock, open } = freely({ sweepIntervalMs: 1_000 });
    const [one, other] = [open(), open()];
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    const watched = other.room.watch(id, { viewer: "ada" });
    await watched.next();
    const next = watched.next();
    await one.room.submit(id, "smith", { action: "accept" });
    expect(await isKept(next)).toBe(false);
    await clock.advance(1_000);
    expect((await next).value).toMatchObject({ version: 1, view: { status: "accepted" } });
    expect((await watched.next()).done).toBe(true);
  });

  it("tells what another process commits as soon as it is heard [EN-60]", async () => {
    const { clock, open } = freely({ sweepIntervalMs: 1_000_000, hearOthers: true });
    const [one, other] = [open(), open()];
    await clock.advance(1);
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    await clock.advance(1);
    const watched = other.room.watch(id, { viewer: "ada" });
    expect((await watched.next()).value).toMatchObject({ version: 0 });
    for (const [version, partyId] of ["smith", "ada"].entries()) {
      const next = watched.next();
      await one.room.submit(id, partyId, counter(50 - version));
      await clock.advance(1);
      expect((await next).value).toMatchObject({ version: version + 1 });
    }
  });
});

it("sets no timer where a closed room is watched, and none for the outcome that is asked of it [EN-60] [EN-63]", async () => {
  const { clock, open } = freely({ sweepIntervalMs: 1_000 });
  const { room } = open();
  const { id } = await room.createNegotiation("ada", "smith", P);
  const watched = room.watch(id, { viewer: "ada" });
  await room.close();
  let timerCount = 0;
  const { setTimeout: set } = clock;
  clock.setTimeout = (...call) => {
    timerCount += 1;
    return set.apply(clock, call);
  };
  expect(await codeOf(watched.next())).toBe("service_closed");
  expect(await codeOf(room.outcomeOf(id))).toBe("service_closed");
  expect(timerCount).toBe(0);
});

describe("outcomeOf", () => {
  it("waits for the outcome, and knows one that there is already [EN-60]", async () => {
    const { room, id } = await opened();
    const outcome = room.outcomeOf(id);
    expect(await isKept(outcome)).toBe(false);
    await room.submit(id, "smith", { action: "accept" });
    expect(await outcome).toMatchObject({ status: "accepted", by: "smith" });
    expect(await room.outcomeOf(id)).toBe(await outcome);
  });

  it("refuses an unknown negotiation, a closed room and options that are none [EN-60]", async () => {
    const { room, id } = await opened();
    expect(await codeOf(room.outcomeOf("neg_none"))).toBe("unknown_negotiation");
    await expect(room.outcomeOf(id, { after: 1 } as never)).rejects.toThrow(/after/);
    await expect(room.outcomeOf(id, { signal: {} as never })).rejects.toThrow(/signal/);
    const pending = codeOf(room.outcomeOf(id));
    await room.close();
    expect(await pending).toBe("service_closed");
    expect(await codeOf(room.outcomeOf(id))).toBe("service_closed");
  });

  it("rejects with the reason of its signal, and the negotiation goes on [EN-60]", async () => {
    const { room, id } = await opened();
    const controller = new AbortController();
    const reason = new Error("I have to go.");
    const outcome = room.outcomeOf(id, { signal: controller.signal });
    const other = room.outcomeOf(id);
    controller.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    await expect(room.outcomeOf(id, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(room.getNegotiation(id)?.outcome).toBeNull();
    await room.submit(id, "smith", { action: "accept" });
    expect(await other).toMatchObject({ status: "accepted" });
  });

  it("knows the end of a negotiation that an earlier process has begun [EN-60]", async () => {
    const { clock, open } = freely({ rules: { ...FREE, turnMs: 30_000 }, sweepIntervalMs: 1_000 });
    const one = open();
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    one.room.destroy();
    const other = open();
    await other.room.resume();
    const outcome = other.room.outcomeOf(id);
    await clock.advance(31_000);
    expect(await outcome).toMatchObject({ status: "expired" });
  });

  it.each([
    ["by the next look at the store", { sweepIntervalMs: 1_000 }, 1_000],
    ["as soon as it is heard", { sweepIntervalMs: 1_000_000, hearOthers: true }, 1],
  ])("knows the end in another process %s [EN-60]", async (_, options, ms) => {
    const { clock, open } = freely(options);
    const [one, other] = [open(), open()];
    await clock.advance(1);
    const { id } = await one.room.createNegotiation("ada", "smith", P);
    const outcome = other.room.outcomeOf(id);
    await one.room.submit(id, "smith", { action: "accept" });
    await clock.advance(ms);
    await clock.advance(1);
    expect(await outcome).toMatchObject({ status: "accepted", by: "smith" });
  });

  it("fails, as watching does, when its negotiation is deleted meanwhile [EN-60]", async () => {
    const { clock, memory, open } = freely({ sweepIntervalMs: 1_000 });
    const { room } = open();
    const { id } = await room.createNegotiation("ada", "smith", P);
    const watched = room.watch(id, { viewer: "ada" });
    await watched.next();
    const codes = [codeOf(room.outcomeOf(id)), codeOf(watched.next())];
    memory.delete(id);
    await clock.advance(1_000);
    expect(await Promise.all(codes)).toEqual(["unknown_negotiation", "unknown_negotiation"]);
  });
});
