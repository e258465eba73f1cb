import { describe, expect, it } from "vitest";
import { IsolatedEmitter, type ListenerError } from "../../../src/service/events/index.js";

interface Events {
  readonly "thing:happened": { readonly id: string };
  readonly "other:happened": { readonly negotiation: { readonly id: string } | null };
  readonly "listener:error": ListenerError;
}

function emitter(): { emitter: IsolatedEmitter<Events>; errors: ListenerError[]; log: string[] } {
  const made = new IsolatedEmitter<Events>();
  const errors: ListenerError[] = [];
  made.on("listener:error", (error) => void errors.push(error));
  return { emitter: made, errors, log: [] };
}

const HAPPENED = { id: "neg_1" };

describe("IsolatedEmitter", () => {
  it("B-04: a listener that throws is told of, and the others hear the event", () => {
    const { emitter: room, errors, log } = emitter();
    const fault = new Error("broken");
    room.on("thing:happened", () => void log.push("first"));
    room.on("thing:happened", () => {
      throw fault;
    });
    room.on("thing:happened", ({ id }) => void log.push(`third ${id}`));
    expect(room.emit("thing:happened", HAPPENED)).toBe(true);
    expect(log).toEqual(["first", "third neg_1"]);
    expect(errors).toEqual([{ event: "thing:happened", error: fault, negotiationId: "neg_1" }]);
  });

  it("a listener that rejects is told of later, and nothing goes unhandled", async () => {
    const { emitter: room, errors } = emitter();
    room.on("other:happened", async () => {
      throw new Error("later");
    });
    room.emit("other:happened", { negotiation: { id: "neg_2" } });
    room.emit("other:happened", { negotiation: null });
    await undefined;
    await undefined;
    expect(errors.map(({ negotiationId }) => negotiationId)).toEqual(["neg_2", null]);
  });

  it("EN-39: what a listener of listener:error throws is nobody's business", async () => {
    const { emitter: room, log } = emitter();
    room.on("listener:error", () => {
      throw new Error("again");
    });
    room.on("listener:error", async () => {
      throw new Error("and again");
    });
    room.on("listener:error", () => void log.push("heard"));
    room.on("thing:happened", () => {
      throw new Error("broken");
    });
    expect(() => room.emit("thing:happened", HAPPENED)).not.toThrow();
    await undefined;
    expect(log).toEqual(["heard"]);
  });

  it.each([1, 2, 3])("a listener added with once hears it once, beside %i others", (others) => {
    const { emitter: room, log } = emitter();
    room.once("thing:happened", () => void log.push("once"));
    for (let count = 1; count < others; count += 1) room.on("thing:happened", () => void log.push("always"));
    room.emit("thing:happened", HAPPENED);
    expect(room.listenerCount("thing:happened")).toBe(others - 1);
    room.emit("thing:happened", HAPPENED);
    expect(log.filter((entry) => entry === "once")).toEqual(["once"]);
    expect(log).toHaveLength(2 * (others - 1) + 1);
  });

  it("a listener added with once hears it once, also when it causes the event again", () => {
    const { emitter: room, log } = emitter();
    room.on("thing:happened", () => void log.push("always"));
    room.once("thing:happened", () => {
      log.push("once");
      room.emit("thing:happened", HAPPENED);
    });
    room.emit("thing:happened", HAPPENED);
    expect(log).toEqual(["always", "once", "always"]);
  });

  it("one that is removed by an earlier listener of the same event does not hear it", () => {
    const { emitter: room, log } = emitter();
    const removed = (): void => void log.push("removed");
    room.on("thing:happened", () => void room.off("thing:happened", removed));
    room.on("thing:happened", removed);
    room.on("thing:happened", () => void log.push("last"));
    room.emit("thing:happened", HAPPENED);
    expect(log).toEqual(["last"]);
  });

  it("DESIGN 5.11: after removeAllListeners in the midst of an emit nobody hears more", () => {
    const { emitter: room, log } = emitter();
    room.on("thing:happened", () => void room.removeAllListeners());
    room.on("thing:happened", () => void log.push("second"));
    room.emit("thing:happened", HAPPENED);
    room.emit("other:happened", { negotiation: null });
    expect(log).toEqual([]);
    expect(room.eventNames()).toEqual([]);
  });

  it.each(["off", "removeListener"] as const)("%s takes away by function, context and event", (off) => {
    const { emitter: room, log } = emitter();
    const context = { name: "context" };
    const listener = function (this: unknown): void {
      log.push(this === context ? "with context" : "without");
    };
    room.on("thing:happened", listener);
    room.addListener("thing:happened", listener, context);
    room.emit("thing:happened", HAPPENED);
    room[off]("thing:happened", listener, context);
    room.emit("thing:happened", HAPPENED);
    room[off]("thing:happened", () => undefined);
    room[off]("thing:happened", listener);
    room.emit("thing:happened", HAPPENED);
    expect(log).toEqual(["without", "with context", "without"]);
    room.on("thing:happened", listener);
    room.on("thing:happened", listener, context);
    room[off]("thing:happened");
    expect(room.emit("thing:happened", HAPPENED)).toBe(false);
  });

  it("the same function added twice is called twice, and removed by one call", () => {
    const { emitter: room, log } = emitter();
    const listener = (): void => void log.push("heard");
    room.on("thing:happened", listener).on("thing:happened", listener);
    expect(room.listeners("thing:happened")).toEqual([listener, listener]);
    room.emit("thing:happened", HAPPENED);
    expect(log).toHaveLength(2);
    room.off("thing:happened", listener);
    expect(room.listeners("thing:happened")).toEqual([]);
  });
});
