import { expect, it } from "vitest";
import type { MoveChoice } from "../../../src/fuzz/arbitraries/arbitrary-moves.js";
import { type HistoryStart, playHistory } from "../../../src/fuzz/arbitraries/history.js";
import type { CommandChoice } from "../../../src/fuzz/arbitraries/history-choices.js";
import { settledRules } from "../../../src/testing/agents/index.js";

const ada = { id: "ada", kind: "system" } as const;
const smith = { id: "smith", kind: "system" } as const;

const propose: MoveChoice = {
  abides: true,
  pick: 0,
  terms: { price: 40 },
  message: null,
  reason: null,
  assessment: null,
  justification: null,
  extra: null,
  sealed: null,
  replyTo: "nothing",
  proposalId: "made",
  validForMs: null,
};

const start: HistoryStart = {
  initiator: ada,
  responder: smith,
  rules: settledRules({}, ada, smith),
  context: null,
  opening: propose,
};

const wake: CommandChoice = { does: "wake", wait: { from: "last", ms: 10 } };

it("begins with the creation and its opening", () => {
  const { negotiation, commands, steps, entries } = playHistory(start, []);
  expect(negotiation).toMatchObject({ status: "proposed", version: 0, standing: { terms: { price: 40 } } });
  expect(commands).toHaveLength(1);
  expect(steps).toHaveLength(1);
  expect(entries).toMatchObject([{ version: 0, schema: 1, kind: "created" }]);
});

it("goes on without an opening that was refused", () => {
  const rules = settledRules({ opener: "responder" }, ada, smith);
  const { negotiation, steps } = playHistory({ ...start, rules }, []);
  expect(negotiation).toMatchObject({ status: "open", floor: "smith" });
  expect(steps.map(({ decision }) => decision.ok)).toEqual([false, true]);
});

it("decides a command twice when a deadline was due", () => {
  const late: CommandChoice = {
    does: "move",
    move: propose,
    by: "floor",
    source: "fitting",
    commandId: "new",
    expects: "anything",
    claim: "held",
    wait: { from: "deadline", ms: 0 },
  };
  const { steps, commands, negotiation } = playHistory(start, [late]);
  expect(commands).toHaveLength(2);
  expect(steps.map(({ decision }) => decision.ok && decision.applied)).toEqual([
    "command",
    "deadlines",
    false,
  ]);
  expect(negotiation.outcome).toMatchObject({ reason: "turn_timeout" });
});

it("ends four commands after the end", () => {
  const cancel: CommandChoice = { does: "cancel", wait: { from: "last", ms: 0 } };
  const { commands } = playHistory(start, [cancel, ...Array.from({ length: 20 }, () => wake)]);
  expect(commands).toHaveLength(6);
});

it("prints as its commands", () => {
  const text = String(
    playHistory({ ...start, rules: settledRules({ preset: "room", turnMs: 5 }, ada, smith) }, [wake]),
  );
  expect(text.split("\n")).toEqual([
    '+0 ms  create (preset room, turnMs 5, system initiator, system responder, opening {"price":40}) -> version 0, proposed',
    "+10 ms  wake -> a deadline first, version 1, expired (turn_timeout)",
    "+10 ms  wake -> nothing",
  ]);
});
