/**
 * @module
 * The timer suite on handlers: that fail, that stop, that arm again, and that listen to one room each.
 */

import type { WakeUpHandler } from "../../ports/index.js";
import { assertEqual } from "../harness/index.js";
import { idsOf, type TimerCase, timerCase, wakeUpOf } from "./timer-lab.js";

/** TT-10, TT-12, TT-16 and TT-19. */
export const handlerCases: readonly TimerCase[] = [
  timerCase("TT-10", "stops at once, and waits for running handlers", async (lab) => {
    const told: string[] = [];
    let finish = (): void => {};
    const { timer, delivery } = await lab.start({
      handler: async ({ id }) => {
        // One that may come again is told once.
        if (told.includes(id)) return;
        told.push(id);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        told.push(`${id} ended`);
      },
    });
    const start = lab.clock.now();
    await lab.arm(timer, "a", start + 50);
    // Chosen: after the first one, however late that is.
    await lab.arm(timer, "b", start + 400 + 3 * lab.latenessMs);
    await lab.pass(50);
    const stopped = Promise.resolve(delivery.stop()).then(() => told.push("stopped"));
    assertEqual(lab.clock.pendingCount, 0, "how many timers wait after the stop");
    await lab.pass(1_000 + 3 * lab.latenessMs);
    assertEqual(told, ["a"], "what was told before the running handler ended");
    finish();
    await stopped;
    assertEqual(told, ["a", "a ended", "stopped"], "what was told when it ended");
    await delivery.stop();
    await lab.arm(timer, "c", lab.clock.now() + 50);
    await lab.pass(100);
    assertEqual(told, ["a", "a ended", "stopped"], "what was told after the stop");
    assertEqual(lab.clock.pendingCount, 0, "how many timers wait in the end");
  }),

  timerCase("TT-12", "goes on when handlers throw, reject or never end", async (lab) => {
    const errors: string[] = [];
    const { timer, woken } = await lab.start({
      onError: (error) => void errors.push(String(error)),
      handler: ({ id }) => {
        if (id === "throws") throw new Error("thrown");
        if (id === "rejects") return Promise.reject(new Error("rejected"));
        if (id === "hangs") return new Promise(() => {});
        return undefined;
      },
    });
    const at = lab.clock.now() + 50;
    for (const id of ["throws", "rejects", "hangs", "fine"]) await lab.arm(timer, id, at);
    await lab.pass(50);
    const ids = ["fine", "hangs", "rejects", "throws"];
    assertEqual([...new Set(idsOf(woken))].sort(), ids, "what woke");
    assertEqual([...new Set(errors)].sort(), ["Error: rejected", "Error: thrown"], "the errors");
    await lab.arm(timer, "later", lab.clock.now() + 50, { version: 1 });
    await lab.pass(50);
    assertEqual(idsOf(woken).includes("later"), true, "whether it wakes afterwards");
  }),

  timerCase("TT-12", "goes on when the listener for errors throws as well", async (lab) => {
    const { timer, woken } = await lab.start({
      onError: () => {
        throw new Error("listener");
      },
      handler: ({ id }) => (id === "a" ? Promise.reject(new Error("a")) : undefined),
    });
    const at = lab.clock.now() + 50;
    await lab.arm(timer, "a", at);
    await lab.arm(timer, "b", at + 1);
    await lab.pass(51);
    assertEqual([...new Set(idsOf(woken))].sort(), ["a", "b"], "what woke");
  }),

  timerCase(
    "TT-16",
    "gives a room's wake-ups to its handler, and the rest to the unscoped one",
    async (lab) => {
      const timer = await lab.open();
      const heard = new Set<string>();
      const listen = (who: string): WakeUpHandler => {
        return ({ id }) => void heard.add(`${who}:${id}`);
      };
      let version = 0;
      const round = async (): Promise<readonly string[]> => {
        heard.clear();
        version++;
        for (const room of [1, 2, 3]) {
          const over = { roomId: `room-${room}`, version };
          await timer.arm(wakeUpOf(`n-${room}`, lab.clock.now() + 50, over));
        }
        await lab.pass(50);
        return [...heard].sort();
      };
      const one = await timer.start(listen("one"), { roomId: "room-1" });
      await timer.start(listen("two"), { roomId: "room-2" });
      const rest = await timer.start(listen("rest"));
      assertEqual(await round(), ["one:n-1", "rest:n-3", "two:n-2"], "who hears what");
      await one.stop();
      assertEqual(await round(), ["rest:n-1", "rest:n-3", "two:n-2"], "who hears what without the first");
      await rest.stop();
      assertEqual(await round(), ["two:n-2"], "who hears what without the rest");
      await timer.start(listen("again"), { roomId: "room-1" });
      assertEqual(await round(), ["again:n-1", "two:n-2"], "who hears what when the first is back");
    },
  ),

  timerCase("TT-19", "loses nothing that is armed for the same id inside its own handler", async (lab) => {
    const timer = await lab.open();
    const versions = new Set<number>();
    await timer.start(async ({ id, version }) => {
      versions.add(version);
      if (version < 4) {
        await timer.arm(wakeUpOf(id, lab.clock.now() + (version % 2) * 20, { version: version + 1 }));
      }
    });
    await timer.arm(wakeUpOf("a", lab.clock.now()));
    // A timer that may be late may be so with each of the five.
    for (let count = 0; count < 5; count++) await lab.pass(20);
    assertEqual([...versions], [0, 1, 2, 3, 4], "the versions that woke");
  }),
];
