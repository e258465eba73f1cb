import { describe, expect, it } from "vitest";
import type { Action, PartyKind } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import { scriptedAgent } from "../../src/testing/agents/index.js";
import { begin, CANDIDATE, play, SOURCE, type Step, take } from "./scenario.js";

const PERSONAL: readonly [PartyKind, PartyKind] = ["personal", "personal"];
const bad = { action: "ponder" } as never;
const saying = (action: Action, message: string) => ({ action, message });
const countering: Agent = ({ turnNumber }) =>
  ({ action: "counter", message: `Turn ${turnNumber}.` }) as never;
const opened: Step[] = [[SOURCE, "propose"]];

describe("index: the acceptance scenarios with agents", () => {
  it.each([
    ["valid the first time", [saying("counter", "One.")], 1, "agent"],
    ["invalid, then valid", [bad, saying("counter", "One.")], 2, "agent"],
    ["invalid twice", [bad, bad], 2, "fallback"],
  ])("AS-36: a system agent that is %s", async (_, answers, calls, source) => {
    const agent = scriptedAgent(answers as never);
    const { record } = await play("index", {
      says: "",
      agents: [undefined, agent],
      steps: opened,
      ends: {},
    });
    expect(agent.calls).toHaveLength(calls);
    expect(record().turns[1]).toMatchObject({ action: "counter", source, partyId: CANDIDATE });
  });

  it("AS-36: a system agent that is invalid twice on the final turn rejects", async () => {
    const agent = scriptedAgent(
      ({ isFinalTurn, turnNumber }) => (isFinalTurn ? bad : saying("counter", `${turnNumber}`)) as never,
    );
    const own: Step[] = [
      [SOURCE, "propose"],
      [SOURCE, "counter"],
      [SOURCE, "counter"],
    ];
    const { record } = await play("index", { says: "", agents: [undefined, agent], steps: own, ends: {} });
    expect(agent.calls.filter(({ isFinalTurn }) => isFinalTurn)).toHaveLength(2);
    expect(record().turns[5]).toMatchObject({ action: "reject", source: "fallback" });
  });

  it.each([
    ["counter", "propose", true],
    ["accept", "propose", true],
    ["question", "propose", true],
    ["reject", "withdraw", true],
    ["withdraw", "withdraw", false],
  ] as const)("AS-37: an agent's %s as the first turn is stored as %s", async (action, stored, isCoerced) => {
    const agent: Agent = () => ({ action, message: "Hello." }) as never;
    const { record, count } = await begin("index", { agents: [agent, undefined], kinds: PERSONAL });
    expect(record().turns).toMatchObject([{ action: stored, coercedFrom: isCoerced ? action : null }]);
    expect(count("turn:coerced")).toBe(isCoerced ? 1 : 0);
  });

  it("AS-48: an agent's answer that its seat may not give is retried, then careful", async () => {
    const rules = {
      actions: {
        all: ["propose", "counter", "accept", "reject"],
        initiator: ["propose", "counter", "reject"],
      },
    } as const;
    const agent = scriptedAgent([
      saying("propose", "Fits."),
      { action: "accept" },
      { action: "accept" },
    ] as never);
    const { record } = await play("index", {
      says: "",
      rules,
      agents: [agent, undefined],
      steps: [[CANDIDATE, "counter"]],
      ends: {},
    });
    expect(agent.calls[1]?.legalActions).toEqual(["counter", "reject"]);
    expect(record().failures.map(({ kind }) => kind)).toEqual(["illegal", "illegal"]);
    expect(record().turns[2]).toMatchObject({ action: "counter", source: "fallback" });
  });

  it("AS-55: a run of 4 counters and questions is a deadlock, of 3 not, and it is told once", async () => {
    const { count } = await begin("index", {
      agents: [countering, countering],
      kinds: ["system", "personal"],
    });
    expect(count("turn:deadlocked")).toBe(1);
    const agent = scriptedAgent(countering);
    await begin("index", { agents: [agent, countering], rules: { cap: { limit: 20 } } });
    expect(agent.calls.slice(0, 4).map(({ turnNumber, deadlocked }) => [turnNumber, deadlocked])).toEqual([
      [1, false],
      [3, false],
      [5, false],
      [7, true],
    ]);
  });

  const asking = { consult: "May I agree? SECRET" } as never;
  const consulting = { consult: { windowMs: 1_000 }, agentTimeoutMs: null } as const;

  it("AS-34, AS-52: a consult keeps the floor, stored with its deadline in one commit; the other side waits", async () => {
    const agent = scriptedAgent([asking, { action: "accept" }] as never);
    const played = await play("index", {
      says: "",
      rules: consulting,
      agents: [undefined, agent],
      steps: [
        [SOURCE, "propose"],
        [SOURCE, "counter", "consult_pending"],
        [CANDIDATE, "accept", "consult_pending"],
      ],
      ends: { version: 2, floor: CANDIDATE, awaiting: { kind: "consult" }, deadlines: { turnAt: null } },
    });
    expect(played.record().deadlines.consultAt).toBe(played.clock.now() + 1_000);
    expect(JSON.stringify(await played.room.viewFor(played.id, SOURCE))).not.toContain("SECRET");
    await played.room.answerConsult(played.id, CANDIDATE, "Yes. SECRET");
    await played.clock.advance(0);
    expect(agent.calls[1]).toMatchObject({ turnNumber: 2, consult: { answer: "Yes. SECRET" } });
    expect(played.record().status).toBe("accepted");
    expect(JSON.stringify(await played.room.viewFor(played.id, SOURCE))).not.toContain("SECRET");
  });

  it("AS-52: expiry resumes with null; a second one, one in the opening and one on the final turn are invalid", async () => {
    const agent = scriptedAgent([asking, asking, { action: "accept" }] as never);
    const rules = { ...consulting, cap: { limit: 4 } };
    const played = await play("index", {
      says: "",
      rules,
      agents: [undefined, agent],
      steps: opened,
      ends: {},
    });
    await take(played, ["clock", 1_000]);
    expect(agent.calls[1]?.consult).toMatchObject({ answer: null, expired: true });
    expect(played.record()).toMatchObject({ status: "accepted", failures: [{ kind: "invalid" }] });

    const opener = scriptedAgent([asking, saying("propose", "Fits.")] as never);
    const opening = await begin("index", { rules, agents: [opener, undefined] });
    expect(opening.record()).toMatchObject({ consults: [], failures: [{ kind: "invalid", turnNumber: 1 }] });

    const last = scriptedAgent([saying("counter", "Two."), asking, { action: "accept" }] as never);
    const steps: Step[] = [...opened, [SOURCE, "counter"]];
    const final = await play("index", { says: "", rules, agents: [undefined, last], steps, ends: {} });
    expect(final.record()).toMatchObject({ status: "accepted", consults: [], failures: [{ turnNumber: 4 }] });
  });

  it("AS-55: a propose and a consult reset the run", async () => {
    const agent = scriptedAgent(({ turnNumber, consult }) =>
      turnNumber === 6 && consult === null ? asking : countering({ turnNumber } as never),
    );
    const rules = { ...consulting, cap: { limit: 20 } };
    const kinds = ["system", "personal"] as const;
    const { count, clock } = await begin("index", { rules, kinds, agents: [countering, agent] });
    expect(count("turn:deadlocked")).toBe(1);
    await clock.advance(1_000);
    // Turns 6 to 9 are a run of their own.
    expect(agent.calls.filter(({ deadlocked }) => deadlocked).map(({ turnNumber }) => turnNumber)).toEqual([
      6, 10, 12, 14, 16, 18, 20,
    ]);
    expect(count("turn:deadlocked")).toBe(2);
  });
});
