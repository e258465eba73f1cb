import { describe, expect, it } from "vitest";
import {
  asStrategy,
  type Generate,
  type GuardReport,
  type SpeakForOptions,
  speakFor,
  type UsageReport,
} from "../../../src/bridges/ai-sdk/index.js";
import type { Agent } from "../../../src/index.js";
import type { IssueTerms } from "../../../src/preferences/index.js";
import { tournamentHtml } from "../../../src/report/index.js";
import { boulware, composeAgent, conceder } from "../../../src/strategies/index.js";
import { runNegotiation, runTournament } from "../../../src/tournament/index.js";
import { INJECTIONS, obeyed, SECRET } from "../../kit/injections.js";
import {
  agentCall,
  answering,
  answeringTo,
  consumer,
  providerAgent,
  scenario,
  space,
  supplyRoom,
  TOKENS,
} from "./supply-table.js";

const seat = { space, preferences: consumer, turnLimit: 24, seed: 3 };
const BEST = space.termsAt(0);

function speaker(generate: Generate, options: Partial<SpeakForOptions> = {}) {
  return speakFor(boulware(), { ...seat, generate, ...options });
}

const decisionIn = (prompt: string): string | undefined => /decision: (\w+)/.exec(prompt)?.[1];

/** All turns of a negotiation of the consumer's agent with a provider that talks. */
async function turnsOf(agent: Agent<IssueTerms>) {
  const room = supplyRoom({ warnings: false });
  const conceding = providerAgent(conceder());
  const responder: Agent<IssueTerms> = async (call) => {
    const said = INJECTIONS[call.turnNumber % INJECTIONS.length]!.said.join(" ").slice(0, 3_000);
    return { ...(await conceding(call)), message: said } as never;
  };
  let id = "";
  const outcome = await room.negotiate({
    initiator: {
      id: "consumer",
      kind: "personal",
      agent: (call) => {
        id = call.negotiationId;
        return agent(call);
      },
    },
    responder: { id: "provider", kind: "system", agent: responder },
  });
  const { turns } = (await room.loadNegotiation(id))!;
  await room.close();
  return { outcome, turns, own: turns.filter(({ partyId }) => partyId === "consumer") };
}

describe("speakFor", () => {
  it("makes the strategy's moves, turn by turn, with the model's words [AI-1]", async () => {
    const plain = await turnsOf(composeAgent({ ...seat, strategy: boulware() }));
    const generate = answering(({ prompt }: { prompt: string }) => ({
      action: decisionIn(prompt),
      message: `Please consider (${/number (\d+)/.exec(prompt)?.[1]}).`,
    }));
    const spoken = await turnsOf(speaker(generate));
    const moves = ({ turns }: typeof plain) => turns.map(({ action, terms }) => ({ action, terms }));
    expect(moves(spoken)).toEqual(moves(plain));
    expect(spoken.own.map(({ message }) => message)).toEqual(
      spoken.own.map(({ number }) => `Please consider (${number}).`),
    );
    expect(generate.requests).toHaveLength(spoken.own.length);
  });

  it("cannot be talked out of a deal, nor into one, by a model that obeys whatever it reads [AI-7]", async () => {
    const plain = await turnsOf(composeAgent({ ...seat, strategy: boulware() }));
    const reports: GuardReport[] = [];
    const obedient: Generate = ({ prompt }) => ({ answer: obeyed(prompt, "counter") ?? "nothing to say" });
    const spoken = await turnsOf(
      speaker(obedient, { secrets: [SECRET], onGuard: (one) => reports.push(one) }),
    );
    expect(spoken.turns.map(({ action, terms }) => [action, terms])).toEqual(
      plain.turns.map(({ action, terms }) => [action, terms]),
    );
    expect(JSON.stringify(spoken.own)).not.toContain("Kingfisher");
  });

  it("drops a message with a secret in it, and says so; the move stands [AI-7]", async () => {
    const reports: GuardReport[] = [];
    const telling: Generate = ({ prompt }) => ({
      answer: { action: decisionIn(prompt), message: `Our codename is ${SECRET.toUpperCase()}.` },
    });
    const agent = speaker(telling, { secrets: [SECRET], onGuard: (one) => reports.push(one) });
    const move = await agent(agentCall());
    expect(Object.keys(move).toSorted()).toEqual(["action", "terms"]);
    expect(reports).toMatchObject([{ rule: "secret", action: "propose", became: "propose" }]);
  });

  it.each<readonly [string, Generate]>([
    ["answers nothing usable", () => ({ answer: "no" })],
    ["wants to do something else", () => ({ answer: { action: "accept", message: "Yes." } })],
    [
      "fails",
      () => {
        throw new Error("overloaded");
      },
    ],
    ["is rejected", () => Promise.reject(new Error("overloaded"))],
  ])("moves without words where the model %s [AI-3]", async (_, generate) => {
    const move = await speaker(generate)(agentCall());
    expect(move).toEqual(await composeAgent({ ...seat, strategy: boulware() })(agentCall()));
  });

  it("counts calls and tokens, and keeps to its budget [AI-5]", async () => {
    const reports: UsageReport[] = [];
    const generate = answering({ action: "propose", message: "Please." });
    const agent = speaker(generate, { budget: { calls: 1 }, onUsage: (one) => reports.push(one) });
    expect(await agent(agentCall())).toMatchObject({ message: "Please." });
    expect(await agent(agentCall())).not.toHaveProperty("message");
    expect(reports).toMatchObject([{ attempt: 1, usage: TOKENS }]);
  });

  it("says something where the room has refused to go without words [AI-3]", async () => {
    const lastError = { code: "message_required" as const, message: "", issues: [] };
    const move = await speaker(() => ({ answer: "no" }))(agentCall({ lastError }));
    expect(move).toMatchObject({ action: "propose", message: "We have nothing to add on turn 1." });
  });

  it("shows the model what was decided, fenced what was said, and never what it is worth [AI-6]", async () => {
    const generate = answering({ action: "counter", message: "Please." });
    const agent = speaker(generate, { brief: "Warm, but short." });
    await agent(
      agentCall({ ...answeringTo(BEST, { message: "Hello." }), legalActions: ["counter", "accept"] }),
    );
    const { prompt, instructions, schema } = generate.requests[0]!;
    expect(prompt).toMatch(/Your party's decision: (?:counter, \{|accept)/);
    expect(prompt).toContain("Warm, but short.");
    expect(prompt).toMatch(/⟦data [^⟧]+⟧[^⟦]*Hello\./);
    expect(`${instructions}${prompt}`).not.toMatch(/points|reservation|0\.\d{3}/);
    expect(Object.keys(schema["properties"] as object).toSorted()).toEqual([
      "action",
      "message",
      "reasoning",
    ]);
  });

  it("ends with its turn [AI-4]", async () => {
    const signal = AbortSignal.abort(new Error("The room closes."));
    await expect(speaker(() => new Promise(() => {}))(agentCall({ signal }))).rejects.toThrow(
      "The room closes.",
    );
  });

  it.each([
    ["neither model nor function", { generate: undefined }, /model/],
    ["both", { model: "mock" }, /in place of a model/],
    ["no limit of turns", { turnLimit: undefined }, /turnLimit or totalMs/],
    ["an unknown option", { tone: "warm" }, /tone/],
  ])("is refused with %s [AI-1]", (_, options, said) => {
    expect(() => speaker(answering(""), options as never)).toThrow(said);
  });
});

describe("asStrategy", () => {
  /** A model that concedes down the points that its brief words, as far as a test needs one. */
  const bargaining = (): Generate & { readonly requests: readonly { readonly prompt: string }[] } =>
    answering(({ prompt }: { prompt: string }) => {
      const best = JSON.parse(/Our best deal: (\{.*?\})\./.exec(prompt)?.[1] as string);
      const action = prompt.includes("You may propose") ? "propose" : "counter";
      return prompt.includes("accept.") && /number (?:[6-9]|1\d)/.test(prompt)
        ? { action: "accept" }
        : { action, terms: best };
    });
  const tournament = { scenarios: [scenario], seed: 1, turnLimit: 12 };

  it("seats a model in a tournament beside strategies; rows, summary and report say what it has cost [AI-5]", async () => {
    const generate = bargaining();
    const strategies = [asStrategy("mock-1", { generate }), "boulware", "conceder"];
    const { rows, summary } = await runTournament({ ...tournament, strategies });
    expect(rows.filter(({ error }) => error !== null)).toEqual([]);
    const own = rows.filter(({ key }) => key.strategies.includes("mock-1"));
    const calls = own
      .flatMap(({ costs }) => costs ?? [])
      .reduce((sum, one) => sum + (one?.["calls"] ?? 0), 0);
    expect(calls).toBe(generate.requests.length);
    const [model, ...others] = summary.toSorted((one) => (one.strategy === "mock-1" ? -1 : 1));
    expect(model?.costs).toEqual({ calls, tokens: calls * TOKENS.totalTokens });
    expect(others.map(({ costs }) => costs)).toEqual([undefined, undefined]);
    expect(model?.agreementRate).toBeGreaterThan(0);
    const html = tournamentHtml({ rows });
    expect(html).toMatch(/>calls<[\s\S]*>tokens</);
    const plain = await runTournament({ ...tournament, strategies: ["boulware", "conceder"] });
    expect(tournamentHtml({ rows: plain.rows })).not.toContain(">tokens<");
  });

  it("holds the model to each party's reservation, whatever it answers [AI-7]", async () => {
    const worst = answering(({ prompt }: { prompt: string }) => ({
      action: prompt.includes("You may propose") ? "propose" : "counter",
      terms: JSON.parse(/Our best deal: (\{.*?\})\./.exec(prompt)?.[1] as string),
    }));
    const greedy = asStrategy("greedy", { generate: worst });
    const yielding = asStrategy("yielding", {
      generate: ({ prompt }) => ({
        answer: prompt.includes("accept") ? { action: "accept" } : { action: "propose", terms: BEST },
      }),
      repairs: 0,
    });
    const { rows } = await runTournament({ ...tournament, strategies: [greedy, yielding], selfPlay: false });
    expect(rows).toHaveLength(4);
    for (const { utilities, agreed } of rows) {
      const reservations = scenario.parties.map(({ preferences }) => preferences.reservation ?? 0);
      if (agreed)
        expect(Math.min(...(utilities as number[]))).toBeGreaterThanOrEqual(Math.min(...reservations));
    }
  });

  it("plays itself too, each seat with a brief and a budget of its own [AI-5]", async () => {
    const briefs = new Set<string>();
    const generate: Generate = ({ prompt }) => {
      briefs.add(/Our best deal: .*/.exec(prompt)?.[0] as string);
      const terms = JSON.parse(/Our best deal: (\{.*?\})\./.exec(prompt)?.[1] as string);
      return { answer: { action: prompt.includes("You may propose") ? "propose" : "counter", terms } };
    };
    const { rows } = await runTournament({
      ...tournament,
      strategies: [asStrategy("mock-1", { generate, budget: { calls: 3 }, fallback: counterBest })],
    });
    expect(briefs.size).toBe(2);
    for (const { costs } of rows) expect(costs?.map((one) => one?.["calls"])).toEqual([3, 3]);
  });

  it("that fails has failed in its row, and the tournament goes on [AI-3]", async () => {
    const strategies = [
      asStrategy("mock-1", { generate: () => Promise.reject(new Error("overloaded")) }),
      "boulware",
    ];
    const { summary, rows } = await runTournament({ ...tournament, strategies });
    expect(summary.find(({ strategy }) => strategy === "mock-1")?.failedCount).toBeGreaterThan(0);
    expect(rows.filter(({ error }) => error?.includes("overloaded")).length).toBeGreaterThan(0);
    expect(rows.some(({ error }) => error === null)).toBe(true);
  });

  it("goes on where it was: rows with costs are taken as completed [AI-5]", async () => {
    const generate = bargaining();
    const strategies = [asStrategy("mock-1", { generate }), "boulware"];
    const first = await runTournament({ ...tournament, strategies });
    const asked = generate.requests.length;
    const again = await runTournament({ ...tournament, strategies, completed: first.rows });
    expect(again.rows).toEqual(first.rows);
    expect(generate.requests).toHaveLength(asked);
  });

  it("is no strategy of runNegotiation, nor of a room, and says where it plays [AI-1]", async () => {
    const strategy = asStrategy("mock-1", { generate: answering("") });
    const strategies = [strategy, boulware()];
    expect(() => runNegotiation({ scenario, strategies, turnLimit: 10 })).toThrow("runTournament");
    const agent = composeAgent({ ...seat, strategy });
    await expect((async () => agent(agentCall()))()).rejects.toThrow("seat its agent");
    expect(() => asStrategy("mock-1", { generate: answering(""), repairs: 99 })).toThrow("repairs");
  });

  it.each([
    { guard: { utility: () => 0, reservation: 1 } },
    { brief: "Never pay above 40." },
    { terms: null },
    { termsJsonSchema: {} },
    { shortlist: null },
    { budgets: {} },
  ])("refuses %j, which is none of its options [AI-7] [SY-20]", (options) => {
    expect(() => asStrategy("mock-1", { generate: answering(""), ...options } as never)).toThrow(TypeError);
  });
});

const counterBest = ({ legalActions }: { readonly legalActions: readonly string[] }) =>
  ({ action: legalActions[0], terms: BEST }) as never;
