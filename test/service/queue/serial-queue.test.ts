import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SerialQueue } from "../../../src/service/queue/index.js";
import { deferred } from "../watched-room.js";

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await undefined;
};

describe("SerialQueue", () => {
  it("runs a task of an idle key at once, and answers at once when the task does", () => {
    const queue = new SerialQueue();
    expect(queue.run("k", () => 7)).toBe(7);
    expect(queue.busyCount).toBe(0);
  });

  it("throws what such a task throws, and is idle again", () => {
    const queue = new SerialQueue();
    expect(() =>
      queue.run("k", () => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(queue.busyCount).toBe(0);
    expect(queue.run("k", () => 1)).toBe(1);
  });

  it("lets keys run beside each other", async () => {
    const queue = new SerialQueue();
    const gate = deferred<void>();
    const slow = queue.run("slow", () => gate.promise);
    expect(queue.run("quick", () => "at once")).toBe("at once");
    gate.resolve();
    await slow;
  });

  it("EN-39: starts nothing while it is held, of any key, and everything when the last hold ends", async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    queue.hold();
    queue.hold();
    const answers = ["a", "b", "a"].map((key, index) =>
      queue.run(key, () => void log.push(`${key}${index}`)),
    );
    expect(log).toEqual([]);
    queue.release();
    expect(log).toEqual([]);
    queue.release();
    expect(log).toEqual(["a0", "a2", "b1"]);
    await Promise.all(answers);
    expect(queue.busyCount).toBe(0);
  });

  it("EN-39: a task that is given while a task of its key holds runs after that one has ended", () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    queue.run("k", () => {
      queue.hold();
      void queue.run("k", () => void log.push("given inside"));
      log.push("told");
      queue.release();
      log.push("ended");
    });
    expect(log).toEqual(["told", "ended", "given inside"]);
  });

  it("B-04: needs no deeper stack for a longer chain of tasks that each give the next", () => {
    const queue = new SerialQueue();
    let ran = 0;
    const next = (): void => {
      ran += 1;
      queue.hold();
      if (ran < 50_000) void queue.run(`k${ran}`, next);
      queue.release();
    };
    queue.run("k0", next);
    expect(ran).toBe(50_000);
    expect(queue.busyCount).toBe(0);
  });

  it("is idle when nothing runs or waits, also what came while it was waited for", async () => {
    const queue = new SerialQueue();
    await queue.idle();
    const gates = [deferred<void>(), deferred<void>()];
    let isIdle = false;
    const running = queue.run("k", async () => {
      await gates[0]!.promise;
      void queue.run("l", () => gates[1]!.promise);
    });
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    gates[0]!.resolve();
    await running;
    await turns();
    expect(isIdle).toBe(false);
    gates[1]!.resolve();
    await idle;
    expect(queue.busyCount).toBe(0);
  });

  it("keeps order and exclusion for any mix of keys, delays, faults and holds", async () => {
    const task = fc.record({
      key: fc.constantFrom("a", "b", "c"),
      answers: fc.constantFrom("at once", "later", "throws", "rejects"),
      holds: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(task, { maxLength: 30 }), fc.scheduler(), async (tasks, scheduler) => {
        const queue = new SerialQueue();
        const running = new Set<string>();
        const begun: Record<string, number[]> = {};
        const answers = tasks.map(async ({ key, answers, holds }, index) => {
          if (holds) queue.hold();
          const answer = (async () =>
            queue.run(key, () => {
              expect(running.has(key)).toBe(false);
              begun[key] = [...(begun[key] ?? []), index];
              if (answers === "throws") throw new Error(`${index}`);
              if (answers === "at once") return index;
              running.add(key);
              return scheduler.schedule(Promise.resolve(index)).then((value) => {
                running.delete(key);
                if (answers === "rejects") throw new Error(`${value}`);
                return value;
              });
            }))();
          if (holds) queue.release();
          return answer.catch((error: Error) => Number(error.message));
        });
        expect(await scheduler.waitFor(Promise.all(answers))).toEqual(tasks.map((_, index) => index));
        for (const indices of Object.values(begun))
          expect(indices).toEqual([...indices].sort((x, y) => x - y));
        expect(queue.busyCount).toBe(0);
      }),
    );
  });
});
