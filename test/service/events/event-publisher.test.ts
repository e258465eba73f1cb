import { describe, expect, it } from "vitest";
import type { CommitEvent } from "../../../src/core/index.js";
import { Outbox } from "../../../src/service/events/index.js";
import { SerialQueue } from "../../../src/service/queue/index.js";

const EVENTS = [
  { type: "turn:recorded", payload: 1 },
  { type: "negotiation:agreed", payload: 2 },
  { type: "negotiation:settled", payload: 3 },
] as unknown as readonly CommitEvent[];

describe("Outbox", () => {
  it("EN-39: tells the events of a commit in their order", () => {
    const told: unknown[] = [];
    new Outbox(new SerialQueue(), (type, payload) => void told.push([type, payload])).publish(EVENTS);
    expect(told).toEqual([
      ["turn:recorded", 1],
      ["negotiation:agreed", 2],
      ["negotiation:settled", 3],
    ]);
  });

  it("EN-39: a command that is given inside a listener runs after the last event", async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const given: unknown[] = [];
    const outbox = new Outbox(queue, (type) => {
      log.push(type);
      given.push(queue.run(type, () => void log.push(`command of ${type}`)));
    });
    outbox.publish(EVENTS);
    await Promise.all(given);
    expect(log).toEqual([
      "turn:recorded",
      "negotiation:agreed",
      "negotiation:settled",
      "command of turn:recorded",
      "command of negotiation:agreed",
      "command of negotiation:settled",
    ]);
  });

  it("EN-39: what such a command tells in turn is told after what caused it, nested as deep as you like", () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const outbox = new Outbox(queue, (type, payload) => {
      log.push(`${type} ${payload}`);
      if (type !== "turn:recorded" || payload === 3) return;
      void queue.run(`n${payload}`, () => {
        const next = (payload as number) + 1;
        outbox.publish([
          { type: "turn:recorded", payload: next },
          { type: "turn:awaited", payload: next },
        ] as never);
      });
    });
    outbox.publish([
      { type: "turn:recorded", payload: 1 },
      { type: "turn:awaited", payload: 1 },
    ] as never);
    expect(log).toEqual([1, 2, 3].flatMap((number) => [`turn:recorded ${number}`, `turn:awaited ${number}`]));
  });

  it("holds commands back while it says one event that belongs to no commit", async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    let given: unknown;
    const outbox = new Outbox(queue, (type, payload) => {
      given = queue.run("k", () => void log.push("command"));
      log.push(`${type} ${payload}`);
    });
    outbox.say("message:dropped", "once");
    await given;
    expect(log).toEqual(["message:dropped once", "command"]);
  });

  it("lets commands start again even if telling throws", () => {
    const queue = new SerialQueue();
    const outbox = new Outbox(queue, () => {
      throw new Error("cannot be told");
    });
    expect(() => outbox.publish(EVENTS)).toThrow("cannot be told");
    expect(() => outbox.say("turn:dropped", null)).toThrow("cannot be told");
    expect(queue.run("k", () => "runs")).toBe("runs");
  });
});
