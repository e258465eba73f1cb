import { describe, expect, it } from "vitest";
import { type Agent, NegotiationService, type ServiceOptions } from "../../src/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

/** Only for what hangs. */
const HANGS_MS = 4_000;

/** Services of one room over one store, as processes have them, which remember nothing that has ended. */
function forgetful(options: ServiceOptions = {}) {
  const clock = new ManualClock();
  const store = new MemoryStore();
  const open = (): NegotiationService =>
    new NegotiationService("room", { clock, store, keepSettled: 0, warnings: false, ...options });
  return { open, clock, store };
}

const accepting: Agent = () => ({ action: "accept" });

/** Answers after so many turns of the queue. */
function acceptingAfter(turns: number): Agent {
  return async () => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    return { action: "accept" };
  };
}

describe("a negotiation that is let go as soon as it has ended", () => {
  it(
    "has an outcome for who waits for it in another process [EN-60]",
    async () => {
      const { open, clock } = forgetful();
      const [one, other] = [open(), open()];
      const { id } = await one.createNegotiation("a", "b", { price: 1 });
      const waited = other.outcomeOf(id);
      const seen: number[] = [];
      const watching = (async () => {
        for await (const { version } of other.watch(id, { viewer: "a" })) seen.push(version);
      })();
      await clock.advance(10);
      await one.submit(id, "b", { action: "accept" });
      await clock.advance(60_000);
      expect(await waited).toMatchObject({ status: "accepted" });
      await watching;
      expect(seen).toEqual([0, 1]);
    },
    HANGS_MS,
  );

  it(
    "has one for who runs it again by the same command, whenever it ends [EN-36, EN-41]",
    async () => {
      for (const isOwn of [true, false])
        for (let turns = -1; turns < 30; turns += 1) {
          const { open } = forgetful(isOwn ? { store: undefined } : {});
          const room = open();
          const run = (agent: Agent) =>
            room.negotiate({
              initiator: "a",
              responder: { id: "b", kind: "system", agent },
              proposal: { price: 1 },
              commandId: "once",
            });
          const first = run(turns < 0 ? accepting : acceptingAfter(turns));
          const again = run(accepting);
          expect(await Promise.all([first, again])).toMatchObject([
            { status: "accepted" },
            { status: "accepted" },
          ]);
          await room.close();
        }
    },
    HANGS_MS,
  );

  it(
    "ends the wait of an agent that answers after another process has ended it",
    async () => {
      const { open, clock } = forgetful();
      const [one, other] = [open(), open()];
      let answer = (_: { action: "accept" }): void => {};
      const slow = new Promise<{ action: "accept" }>((resolve) => {
        answer = resolve;
      });
      const running = one.negotiate({
        id: "n",
        initiator: "a",
        responder: { id: "b", kind: "system", agent: () => slow },
        proposal: { price: 1 },
      });
      await clock.advance(10);
      await other.submit("n", "b", { action: "reject" });
      answer({ action: "accept" });
      await clock.advance(60_000);
      expect(await running).toMatchObject({ status: "rejected" });
    },
    HANGS_MS,
  );
});
