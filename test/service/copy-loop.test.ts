import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { proposedTo } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const GUARD: ServiceRules = { actions: ALL, repetition: "guard", cap: { limit: 20 }, agentAttempts: 2 };

const saying = (message: string, price = 60) => ({ action: "counter", terms: { price }, message }) as const;

/** Ada proposed 40 saying `opening`; smith's agent answers so. */
const answering = (answers: unknown, rules: ServiceRules = {}, opening = "Take it or leave it.") =>
  proposedTo(answers, { rules: { ...GUARD, ...rules } }, { move: { message: opening } });

describe("the copy loop", () => {
  it("EN-31, AS-54: a repeated message is not recorded; the agent is asked once more with the text", async () => {
    const { agent, record, told } = await answering([saying("Take it or leave it."), saying("Sixty.")]);
    expect(record().turns.map(({ message }) => message)).toEqual(["Take it or leave it.", "Sixty."]);
    expect(agent.calls.map(({ attempt, repeated }) => [attempt, repeated])).toEqual([
      [1, null],
      [2, "Take it or leave it."],
    ]);
    expect(told("turn:failed")).toMatchObject([
      { failure: { kind: "repetition", attempt: 1, turnNumber: 2 }, willRetry: true },
    ]);
  });

  it("EN-31, AS-54, B-39: a second repeat ends it as stalled by repetition, duplicates unstored", async () => {
    const same = saying("Take it or leave it.");
    const { agent, record, told } = await answering([same, same]);
    expect(record().outcome).toMatchObject({ status: "stalled", reason: "repetition", turnCount: 1 });
    expect(record().turns).toHaveLength(1);
    expect(agent.calls).toHaveLength(2);
    expect(told("turn:failed").map(({ willRetry }) => willRetry)).toEqual([true, false]);
  });

  it("EN-31: also where the careful move could stand in, and where one attempt is all there is", async () => {
    const same = saying("Take it or leave it.");
    const careful = await answering([same, same], { onInvalidAnswer: "conservative" });
    expect(careful.record().outcome?.reason).toBe("repetition");
    const single = await answering([same, saying("Sixty.")], { agentAttempts: 1 });
    expect(single.record().turns).toHaveLength(2);
  });

  it("EN-31: a repetition uses up no attempt", async () => {
    const { agent, record } = await answering([
      saying("Take it or leave it."),
      { action: "ponder" },
      saying("Sixty."),
    ]);
    expect(agent.calls.map(({ repeated, attempt }) => [attempt, repeated])).toEqual([
      [1, null],
      [2, "Take it or leave it."],
      [3, null],
    ]);
    expect(record().turns).toHaveLength(2);
  });

  it("EN-31: an external move is only refused, as often as it comes", async () => {
    const { room, record } = await answering(undefined, {}, "Hello.");
    for (let time = 0; time < 3; time += 1) {
      expect(await room.submit(record().id, "smith", saying("Hello."))).toMatchObject({
        ok: false,
        code: "repeated_message",
        details: { turnNumber: 1 },
      });
    }
    expect(record()).toMatchObject({ version: 0, failures: [], outcome: null });
  });
});
