import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/core/record/index.js";
import { all } from "../../../src/strategies/acceptance/index.js";
import {
  type ComposeAgentOptions,
  composeAgent,
  type SpokenMove,
} from "../../../src/strategies/agents/index.js";
import type { HookFailure, Strategy } from "../../../src/strategies/play/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { roomRun } from "../room-run.js";
import { callAfter, listed, scripted } from "../scenes.js";

const { space, preferences } = listed([0, 0.25, 0.5, 0.75, 1], 0.5);
const accepting: Strategy = { name: "accepting", offering: scripted(4), acceptance: all() };
const made = (options: Partial<ComposeAgentOptions>) =>
  composeAgent({ space, preferences, strategy: accepting, seed: 0, turnLimit: 100, ...options });

describe("BA-16: the message of a move", () => {
  it("a text goes with every move, whatever its action", () => {
    const answer = (x: number, legalActions: readonly Action[]) =>
      made({ message: "as agreed" })(callAfter([{ x }], { legalActions }));
    expect(answer(1, ["counter"])).toEqual({ action: "counter", terms: { x: 4 }, message: "as agreed" });
    expect(answer(2, ["accept"])).toEqual({ action: "accept", message: "as agreed" });
    expect(answer(1, ["reject"])).toEqual({ action: "reject", message: "as agreed" });
    expect(answer(1, ["withdraw"])).toEqual({ action: "withdraw", message: "as agreed" });
  });

  it("a function is told the view and the decided move, frozen; nothing is said where it gives nothing", () => {
    const told: SpokenMove[] = [];
    const agent = made({
      message: ({ turnNumber }, move) => {
        told.push(move);
        return move.action === "accept" ? undefined : `turn ${turnNumber}`;
      },
    });
    expect(agent(callAfter([{ x: 1 }]))).toMatchObject({ action: "counter", message: "turn 2" });
    expect(agent(callAfter([{ x: 2 }], { negotiationId: "neg_2" }))).toEqual({ action: "accept" });
    agent(callAfter([{ x: 1 }], { negotiationId: "neg_3", legalActions: ["reject"] }));
    expect(told).toEqual([
      { action: "counter", index: 4, terms: { x: 4 } },
      { action: "accept", index: 2, terms: { x: 2 } },
      { action: "reject", index: null, terms: null },
    ]);
    expect(told.every((move) => Object.isFrozen(move))).toBe(true);
  });

  it.each([
    ["throws", () => fail()],
    ["gives no text", () => 7],
    ["gives a promise", () => Promise.reject(new Error("late"))],
  ])("BA-38: one that %s is called once, reported, and changes no move", (_, say) => {
    const failures: HookFailure[] = [];
    let count = 0;
    const agent = made({
      message: () => {
        count += 1;
        return say() as never;
      },
      onHookFailure: (failure) => failures.push(failure),
    });
    const call = callAfter([{ x: 1 }]);
    expect([agent(call), agent(call)]).toEqual(Array(2).fill({ action: "counter", terms: { x: 4 } }));
    expect(count).toBe(1);
    expect(failures).toEqual([
      { partyId: "ada", turnNumber: 2, hook: "message", error: expect.any(String) as string },
    ]);
  });

  it("plays a room that wants messages with each counter to the same end as one that does not", async () => {
    const { scenario } = oracleCases(fixturesFolder)[0]!;
    const strategies = [0, 1].map(() => ({
      ...accepting,
      acceptance: { name: "never", start: () => () => false },
    }));
    const cap = { counts: "turns", limit: 12, mode: "reach", result: "expired" } as const;
    const options = { scenario, strategies, turnLimit: 12, seed: 0 };
    const quiet = await roomRun({ ...options, rules: { cap } });
    const asked = { ...options, rules: { cap, messageRequiredFor: ["counter" as const] } };
    const said = await roomRun({ ...asked, agentOptions: { message: "so much" } });
    expect(said.turns).toEqual(quiet.turns);
    expect(said.outcome.reason).toBe("turn_cap");
    expect((await roomRun(asked)).outcome.reason).toBe("agent_error");
  });
});

function fail(): never {
  throw new Error("no words");
}
