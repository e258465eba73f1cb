import { describe, expect, it } from "vitest";
import type { Action } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import {
  toConversation,
  toIndexOutcome,
  toOpportunityStatus,
} from "../../src/presets/index-network/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { openRoom } from "../kit/open-room.js";
import { begin, CANDIDATE, never, play, type Scenario, SOURCE, type Step, take } from "./scenario.js";

/** A move with an assessment, as the wire has it. */
function suggesting(action: Action, ownUser: string, otherUser: string, message?: string): object {
  return {
    action,
    assessment: { reasoning: `${action} because`, suggestedRoles: { ownUser, otherUser } },
    message,
  };
}

function rooms(rules: ServiceRules = {}) {
  return openRoom({ fallback: never, rules: { ...rules, preset: "index" } });
}

describe("index: rules and contexts are pinned", () => {
  it("AS-49: rules that change between turns touch a new negotiation only", async () => {
    const rules = { cap: { limit: { system: 6, mixed: 8, personal: 6 } }, turnMs: 300_000 };
    const { room } = openRoom({ fallback: never, rules: { ...rules, preset: "index" } });
    const first = await room.createNegotiation("a", "b");
    rules.turnMs = 1;
    rules.cap.limit.system = 2;
    const second = await room.createNegotiation("a", "c", undefined, { rules: { cap: { limit: 4 } } });
    expect(first.rules).toMatchObject({ turnMs: 300_000, cap: { limit: 6 } });
    expect(second.rules).toMatchObject({ turnMs: 300_000, cap: { limit: 4, mode: "reach" } });
    await room.submit(first.id, "a", { action: "propose" });
    expect(room.getNegotiation(first.id)?.rules).toBe(first.rules);
  });

  it("AS-61: a context that its caller mutates stays as it came; equal rules share one object", async () => {
    const { room } = rooms();
    const context = { source: { name: "Ada" }, candidate: { tags: ["x"] }, seedAssessment: { score: 90 } };
    const first = await room.createNegotiation("a", "b", undefined, { context });
    context.source.name = "Eve";
    context.candidate.tags.push("y");
    const second = await room.createNegotiation("a", "c");
    expect(first.context).toEqual({
      source: { name: "Ada" },
      candidate: { tags: ["x"] },
      seedAssessment: { score: 90 },
    });
    await room.submit(first.id, "a", { action: "propose" });
    expect(room.getNegotiation(first.id)?.context).toBe(first.context);
    expect(second.rules).toBe(first.rules);
  });
});

describe("index: one negotiation a pair", () => {
  it("AS-50: two symmetric creations at once: one negotiation, one initiator, the other is busy", async () => {
    const { room, payloads } = rooms();
    const results = await Promise.allSettled([
      room.createNegotiation("a", "b"),
      room.createNegotiation("b", "a"),
    ]);
    const made = results.filter((one) => one.status === "fulfilled").map(({ value }) => value);
    expect(made).toHaveLength(1);
    expect(results.find((one) => one.status === "rejected")?.reason).toMatchObject({
      code: "busy",
      message: "Negotiation already in progress",
      details: { scope: "pair", activeNegotiationId: made[0]?.id },
    });
    expect(payloads("negotiation:started")).toHaveLength(1);
  });

  it("AS-50: other pairs of the same people are free", async () => {
    const { room } = rooms();
    await room.createNegotiation("a", "b");
    await expect(room.createNegotiation("a", "c")).resolves.toMatchObject({ status: "open" });
    await expect(room.createNegotiation("c", "b")).resolves.toMatchObject({ status: "open" });
  });

  it("AS-51: the pair is busy while live, also consulting and with the fallback, and free after the end", async () => {
    const asking: Agent = ({ consult, attempt }) =>
      (consult === null && attempt === 1 ? { consult: "May I?" } : new Promise(() => {})) as never;
    const played = await play("index", {
      says: "",
      rules: { consult: { windowMs: 1_000 }, agentTimeoutMs: null },
      agents: [undefined, asking],
      steps: [[SOURCE, "propose"]],
      ends: { awaiting: { kind: "consult" } },
    });
    const { room, clock, record } = played;
    const again = (): Promise<unknown> => room.createNegotiation(CANDIDATE, SOURCE);
    await expect(again()).rejects.toMatchObject({ code: "busy" });
    await clock.advance(1_000);
    await expect(again()).rejects.toMatchObject({ code: "busy" });
    await clock.advance(300_000);
    expect(record().awaiting?.kind).toBe("fallback");
    await expect(again()).rejects.toMatchObject({ code: "busy" });
    await clock.advance(300_000);
    expect(record().outcome).toMatchObject({ status: "stalled", reason: "agent_error" });
    await expect(again()).resolves.toMatchObject({ status: "open", initiator: { id: CANDIDATE } });
  });

  it("AS-51: a process that is gone holds no pair: what is overdue takes effect at the next creation", async () => {
    const { room, clock } = rooms({ onTurnTimeout: "stall" });
    const first = await room.createNegotiation("a", "b");
    clock.set(clock.now() + 300_000);
    await expect(room.createNegotiation("b", "a")).resolves.toMatchObject({ status: "open" });
    expect(room.getNegotiation(first.id)?.outcome).toMatchObject({
      status: "stalled",
      reason: "turn_timeout",
    });
  });
});

describe("index: the status on every path", () => {
  const capped: ServiceRules = { cap: { limit: 3 }, agentTimeoutMs: null };
  const kinds = ["personal", "personal"] as const;
  const counter: Agent = ({ turnNumber }) => ({ action: "counter", message: `Turn ${turnNumber}.` }) as never;
  const accept: Agent = () => ({ action: "accept" });
  const opened: Step[] = [[SOURCE, "propose"]];
  const paths: (Scenario & { readonly status: string; readonly reason?: string })[] = [
    { says: "own terminal", agents: [undefined, accept], steps: opened, ends: {}, status: "pending" },
    {
      says: "own cap",
      agents: [undefined, counter],
      rules: { ...capped, cap: { limit: 2 } },
      steps: opened,
      ends: {},
      status: "stalled",
      reason: "turn_cap",
    },
    {
      says: "counterparty terminal",
      agents: [undefined, counter],
      steps: [...opened, [SOURCE, "reject"]],
      ends: {},
      status: "rejected",
    },
    {
      says: "counterparty cap",
      agents: [undefined, counter],
      rules: capped,
      steps: [...opened, [SOURCE, "counter"]],
      ends: {},
      status: "stalled",
      reason: "turn_cap",
    },
    {
      says: "fallback terminal",
      fallback: accept,
      steps: [...opened, ["clock", 300_000]],
      ends: {},
      status: "pending",
    },
    {
      says: "fallback cap",
      fallback: counter,
      rules: { ...capped, cap: { limit: 2 } },
      steps: [...opened, ["clock", 300_000]],
      ends: {},
      status: "stalled",
      reason: "turn_cap",
    },
  ];

  it.each(paths.map((one) => [one.says, one] as const))(
    "AS-59: %s: projected, and settled once (B-42)",
    async (_, path) => {
      const { record, count } = await play("index", { ...path, kinds });
      expect(count("negotiation:settled")).toBe(1);
      expect(toOpportunityStatus(record()).status).toBe(path.status);
      const outcome = toIndexOutcome(record());
      expect(outcome).toMatchObject({
        hasOpportunity: path.status === "pending",
        turnCount: record().turns.length,
      });
      expect(outcome?.reason).toBe(path.reason);
      expect(toConversation(record(), SOURCE)?.task).toMatchObject({ state: "completed", artifacts: [{}] });
    },
  );

  it("AS-59: while it lives the opportunity is negotiating", async () => {
    const { record } = await begin("index", { kinds });
    expect(toOpportunityStatus(record())).toEqual({ status: "negotiating" });
    expect(toIndexOutcome(record())).toBeNull();
    // A personal party without an agent in this process: its turn waits for one that polls.
    expect(toConversation(record(), SOURCE)?.task.state).toBe("waiting_for_agent");
  });
});

describe("index: agreed roles", () => {
  const ended = async (steps: readonly Step[]) => {
    const { record } = await play("index", { says: "", steps, ends: { status: "accepted" } });
    return toIndexOutcome(record())?.agreedRoles;
  };

  it("AS-62: the candidate accepts the source's proposal", async () => {
    const steps: Step[] = [
      [SOURCE, suggesting("propose", "agent", "patient") as never],
      [CANDIDATE, suggesting("accept", "patient", "agent") as never],
    ];
    expect(await ended(steps)).toEqual([
      { userId: SOURCE, role: "agent" },
      { userId: CANDIDATE, role: "patient" },
    ]);
  });

  it("AS-62, B-20: the source accepts the candidate's counter; each role is that of its side's last turn", async () => {
    const steps: Step[] = [
      [SOURCE, suggesting("propose", "peer", "peer") as never],
      [CANDIDATE, suggesting("counter", "peer", "agent", "Rather so.") as never],
      [SOURCE, suggesting("accept", "agent", "patient") as never],
    ];
    expect(await ended(steps)).toEqual([
      { userId: SOURCE, role: "agent" },
      { userId: CANDIDATE, role: "peer" },
    ]);
  });

  it("AS-62: a missing assessment counts as peer", async () => {
    const steps: Step[] = [
      [SOURCE, suggesting("propose", "agent", "patient") as never],
      [CANDIDATE, "accept"],
    ];
    expect(await ended(steps)).toEqual([
      { userId: SOURCE, role: "agent" },
      { userId: CANDIDATE, role: "peer" },
    ]);
  });
});

describe("index: what the sides see", () => {
  it("IX-11: the roles of the other side's assessment, in 2026-04 its reasoning as well, nothing else", async () => {
    for (const [preset, kept] of [
      ["index", false],
      ["index-2026-04", true],
    ] as const) {
      const played = await begin(preset);
      await take(played, [SOURCE, { ...suggesting("propose", "agent", "patient"), fitScore: 90 } as never]);
      const seen = await played.room.viewFor(played.id, CANDIDATE);
      expect(seen?.turns[0]?.assessment).toEqual({
        ...(kept && { reasoning: "propose because" }),
        suggestedRoles: { ownUser: "agent", otherUser: "patient" },
      });
    }
  });
});
