import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { must, type Terms, watchedRoom } from "./watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const GUARD: ServiceRules = { actions: ALL, repetition: "guard", cap: { limit: 20 }, agentAttempts: 2 };

const saying = (message: string, price = 60) => ({ action: "counter", terms: { price }, message }) as const;

/** Ada proposed 40 saying `opening`; smith's agent answers so. */
async function answering(
  answers: readonly object[],
  rules: ServiceRules = {},
  opening = "Take it or leave it.",
) {
  const agent = scriptedAgent<Terms>(answers as never);
  const watched = watchedRoom<Terms>({ rules: { ...GUARD, ...rules } });
  const smith = { id: "smith", kind: "system", agent } as const;
  const creation = { move: { message: opening } };
  const { id } = await watched.room.createNegotiation("ada", smith, { price: 40 }, creation);
  await watched.clock.advance(0);
  const record = () => must(watched.room.getNegotiation(id));
  return { ...watched, id, agent, record };
}

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

  it("EN-31, AS-54: a second repeat ends it as stalled by repetition, duplicates unstored", async () => {
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

  it.each([
    ["spaces and line breaks", "  Take it\n or   leave\tit. "],
    ["another Unicode form", "Café?"],
  ])("EN-31: %s make no new message; the text that comes back is the recorded one", async (_, message) => {
    const opening = message === "Café?" ? "Caf\u00e9?" : "Take it or leave it.";
    const copy = message === "Café?" ? "Cafe\u0301?" : message;
    const { agent } = await answering([saying(copy), saying("Sixty.")], {}, opening);
    expect(agent.calls[1]?.repeated).toBe(opening);
  });

  it("EN-31: case and punctuation make a new one", async () => {
    const { agent } = await answering([saying("take it or leave it!")]);
    expect(agent.calls).toHaveLength(1);
  });

  it("EN-31: any earlier message counts, of either side, not only the last", async () => {
    const { room, clock, id, agent, record } = await answering([
      saying("Sixty."),
      saying("Take it or leave it.", 55),
      saying("Sixty.", 55),
    ]);
    await room.submit(id, "ada", saying("Forty-five.", 45));
    await clock.advance(0);
    expect(agent.calls.map(({ repeated }) => repeated)).toEqual([null, null, "Take it or leave it."]);
    expect(record().outcome).toMatchObject({ reason: "repetition", turnCount: 3 });
  });

  it("EN-31: a question counts too", async () => {
    const question = { action: "question", message: "Take it or leave it." };
    const { record } = await answering([question, question]);
    expect(record().outcome?.reason).toBe("repetition");
  });

  it.each(["accept", "reject", "withdraw"] as const)("EN-31, AS-54: %s is exempt", async (action) => {
    const { record } = await answering([{ action, message: "Take it or leave it." }]);
    expect(record().turns[1]).toMatchObject({ action, message: "Take it or leave it." });
  });

  it.each([
    ["no message", { action: "counter", terms: { price: 60 } }],
    ["an empty one", saying("")],
    ["one of spaces", saying("  \n ")],
  ])("EN-31, AS-54: a move with %s is exempt", async (_, move) => {
    const { record, agent, room, clock, id } = await answering([move, move]);
    await room.submit(id, "ada", { action: "counter", terms: { price: 41 } });
    await clock.advance(0);
    expect(record().turns).toHaveLength(4);
    expect(agent.calls).toHaveLength(2);
  });

  it("EN-31: with `repetition: off` everything may be said again", async () => {
    const { record } = await answering([saying("Take it or leave it.")], { repetition: "off" });
    expect(record().turns).toHaveLength(2);
  });

  it("EN-31: an external move is only refused, as often as it comes", async () => {
    const { room } = watchedRoom<Terms>({ rules: GUARD });
    const { id } = await room.createNegotiation(
      "ada",
      "smith",
      { price: 40 },
      { move: { message: "Hello." } },
    );
    for (let time = 0; time < 3; time += 1) {
      expect(await room.submit(id, "smith", saying("Hello."))).toMatchObject({
        ok: false,
        code: "repeated_message",
        details: { turnNumber: 1 },
      });
    }
    expect(room.getNegotiation(id)).toMatchObject({ version: 0, failures: [], outcome: null });
  });
});

describe("the deadlock", () => {
  /** Both agents counter for ever; what each of smith's calls was told. */
  async function countering(rules: ServiceRules, smiths: (turnNumber: number) => object) {
    const watched = watchedRoom<Terms>({ rules: { ...GUARD, ...rules } });
    const ada = scriptedAgent<Terms>(({ turnNumber }) => saying(`Ada ${turnNumber}.`));
    const smith = scriptedAgent<Terms>(({ turnNumber }) => smiths(turnNumber) as never);
    const outcome = await watched.room.negotiate({
      initiator: { id: "ada", kind: "system", agent: ada },
      responder: { id: "smith", kind: "system", agent: smith },
      proposal: { price: 40 },
    });
    const flags = [...ada.calls, ...smith.calls]
      .sort((one, other) => one.turnNumber - other.turnNumber)
      .map(({ turnNumber, deadlocked }) => `${turnNumber}${deadlocked ? "!" : ""}`);
    return { ...watched, outcome, flags };
  }

  it("EN-32, AS-55: the flag is set from a run of 4 on, and turn:deadlocked is told once a run", async () => {
    const { flags, told, outcome } = await countering({ cap: { limit: 8 } }, (turn) =>
      saying(`Smith ${turn}.`),
    );
    expect(flags).toEqual(["2", "3", "4", "5", "6!", "7!", "8!", "9!"]);
    expect(told("turn:deadlocked")).toMatchObject([{ run: 4, negotiation: { turns: { length: 5 } } }]);
    // Advice only: status, cap and legal moves are as without it.
    expect(outcome).toMatchObject({ reason: "turn_cap", turnCount: 8 });
  });

  it("EN-32, AS-55: a question counts, and the rules may want another length", async () => {
    const { told } = await countering({ deadlockAfter: 2 }, (turn) =>
      turn < 6 ? { action: "question", message: `Why ${turn}?` } : { action: "accept" },
    );
    expect(told("turn:deadlocked")).toMatchObject([{ run: 2, negotiation: { turns: { length: 3 } } }]);
  });

  it("EN-32: is told after the update and before the next turn is awaited (EN-39)", async () => {
    const { heard } = await countering({ cap: { limit: 5 } }, (turn) => saying(`Smith ${turn}.`));
    const at = heard.indexOf("turn:deadlocked");
    expect(heard.slice(at - 2, at + 2)).toEqual([
      "turn:recorded",
      "negotiation:updated",
      "turn:deadlocked",
      "turn:awaited",
    ]);
  });

  it("EN-32, AS-55: a consult resets the run", async () => {
    const watched = watchedRoom<Terms>({ rules: { ...GUARD, consult: {} } });
    const { room, clock, told } = watched;
    const agent = scriptedAgent<Terms>(({ turnNumber, consult }) =>
      turnNumber === 6 && consult === null ? { consult: "Shall I go on?" } : saying(`Smith ${turnNumber}.`),
    );
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    const play = async (turn: number): Promise<void> => {
      await clock.advance(0);
      await room.submit(id, "ada", saying(`Ada ${turn}.`));
      await clock.advance(0);
    };
    await play(3);
    await play(5);
    expect(agent.calls.at(-1)).toMatchObject({ turnNumber: 6, deadlocked: true });
    await room.answerConsult(id, "smith", "Yes.");
    await clock.advance(0);
    expect(agent.calls.at(-1)).toMatchObject({ turnNumber: 6, deadlocked: false });
    await play(7);
    await play(9);
    // A second run, told again: turns 6 to 9.
    expect(told("turn:deadlocked").map(({ negotiation }) => negotiation.turns.length)).toEqual([5, 9]);
  });
});
