import { describe, expect, it } from "vitest";
import type { Acknowledgement } from "../../../src/simulation/observation/index.js";
import { changed, findingsIn, invariantOf, Script } from "../observed-histories.js";

const { writes } = new Script()
  .move({ action: "propose", terms: 1 })
  .move({ action: "counter", terms: 2 })
  .give({ type: "cancel", details: null });

const intents = new Map([
  ["create-1", 10],
  ["cmd-1", 11],
  ["cmd-2", 12],
]);

const move: Acknowledgement = {
  at: 0,
  node: "n1#1",
  intent: 11,
  commandId: "cmd-1",
  kind: "move",
  negotiationId: "neg_1",
  turnNumber: 1,
  version: 1,
};

function found(
  given: readonly (typeof writes)[0][],
  told: readonly Acknowledgement[] = [],
  truth = {},
): string[] {
  return findingsIn(given, {
    invariants: [invariantOf("I4")],
    truth: { intentOf: (commandId) => intents.get(commandId), ...truth },
    also: (check) => told.map((one) => check.onAcknowledged?.(one)),
  });
}

describe("I4", () => {
  it("passes what was acknowledged and stands once, also when it is acknowledged again", () => {
    const create: Acknowledgement = {
      ...move,
      kind: "create",
      intent: 10,
      commandId: "create-1",
      turnNumber: null,
      version: 0,
    };
    const cancel: Acknowledgement = {
      ...move,
      kind: "cancel",
      intent: 13,
      commandId: null,
      turnNumber: null,
      version: 3,
    };
    expect(found(writes, [create, move, move, cancel])).toEqual([]);
  });

  it("finds a command that was acknowledged and is not in the history", () => {
    const others: readonly Partial<Acknowledgement>[] = [
      { commandId: "cmd-9" },
      { turnNumber: 2 },
      { negotiationId: "neg_9" },
      { version: 9 },
      { kind: "create" },
      { kind: "pickup" },
      { kind: "release" },
      { kind: "answer" },
    ];
    for (const other of others) expect(found(writes, [{ ...move, ...other }])).toHaveLength(1);
  });

  it("finds an intent that takes effect twice under two command ids", () => {
    const again = new Map([...intents, ["cmd-2", 11]]);
    const findings = found(writes, [], { intentOf: (commandId: string) => again.get(commandId) });
    expect(findings[0]).toContain(
      "intent 11 to take effect once, got neg_1: turn 1 (initiator:cmd-1) and neg_1: turn 2 (responder:cmd-2)",
    );
  });

  it("finds a client that is told of two effects of one intent", () => {
    expect(found(writes, [move, { ...move, commandId: "cmd-2", turnNumber: 2 }])[0]).toContain(
      "acknowledged twice",
    );
  });

  it("finds a command id that stands twice, and a turn with another one than its entry", () => {
    const twice = changed(writes[2] as never, (draft) => {
      draft.entry.commandId = "initiator:cmd-1";
      draft.entry.turn.seat = "initiator";
      draft.entry.turn.commandId = "cmd-1";
    });
    const other = changed(writes[2] as never, (draft) => (draft.entry.turn.commandId = "cmd-7"));
    expect(found([...writes.slice(0, 2), twice])[0]).toContain("cmd-1 to take effect once");
    expect(found([...writes.slice(0, 2), other])[0]).toContain("turn's command");
  });

  it("finds a command that took effect and is refused when it is sent again [SM-87]", () => {
    const at = writes[1]?.at ?? 0;
    const refused = (sentAt: number, commandId: string, code = "not_your_turn"): string[] =>
      findingsIn(writes, {
        invariants: [invariantOf("I4")],
        also: (check) => [check.onRefused?.({ at: sentAt + 9, sentAt, node: "n2#1", commandId, code })],
      });
    expect(refused(at + 1, "cmd-1")[0]).toContain(
      `know cmd-1, which took effect at ${at}, got not_your_turn`,
    );
    expect(refused(at + 1, "create-1")[0]).toContain("know create-1");
    // On its way when it took effect by another node, never taken, or not looked at.
    expect(refused(at, "cmd-1")).toEqual([]);
    expect(refused(at + 1, "cmd-9")).toEqual([]);
    expect(refused(at + 1, "cmd-1", "queue_full")).toEqual([]);
  });

  it("finds a command that creates twice", () => {
    const second = changed(writes[0] as never, (draft) => {
      draft.after.id = "neg_2";
      draft.after.state.id = "neg_2";
    });
    expect(found([...writes, second])[0]).toContain("create-1 to create once");
  });

  it("finds an acknowledged command that is gone in the end, or stands twice", () => {
    const entries = writes.map(({ entry }) => entry);
    expect(found(writes, [move], { entries: () => [] })[0]).toContain("got it 0 times");
    expect(found(writes, [move], { entries: () => [...entries, entries[1]] })[0]).toContain("got it 2 times");
  });
});
