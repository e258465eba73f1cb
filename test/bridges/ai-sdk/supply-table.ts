/**
 * @module
 * The table at which models sit in these tests: the supply contract, its parties, a room, and what answers as a model.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Generate, GenerateRequest, ModelAgentOptions } from "../../../src/bridges/ai-sdk/index.js";
import {
  agentFromGenerate,
  briefFrom,
  termsSchema,
  utilityGuard,
} from "../../../src/bridges/ai-sdk/index.js";
import type { AgentCall, TurnView } from "../../../src/index.js";
import { NegotiationService } from "../../../src/index.js";
import {
  type IssueTerms,
  inverseUtility,
  outcomeSpace,
  parseScenario,
} from "../../../src/preferences/index.js";
import { composeAgent, type Strategy } from "../../../src/strategies/index.js";

const file = fileURLToPath(new URL("../../../examples/scenarios/api-supply.json", import.meta.url));

export const scenario = parseScenario(readFileSync(file, "utf8"));
export const space = outcomeSpace(scenario.issues);
export const [consumer, provider] = scenario.parties.map(({ preferences }) => preferences) as [
  (typeof scenario.parties)[number]["preferences"],
  (typeof scenario.parties)[number]["preferences"],
];
export const consumerInverse = inverseUtility(space, consumer);

/** What a consumer's model is told and held to. */
export const consumerOptions: Pick<ModelAgentOptions<IssueTerms>, "brief" | "terms" | "guard"> = {
  brief: briefFrom(space, consumer),
  terms: termsSchema(space),
  guard: utilityGuard(space, consumer),
};

/** A room for the contract, 24 turns, from which either side may walk away. */
export function supplyRoom(options: ConstructorParameters<typeof NegotiationService<IssueTerms>>[1] = {}) {
  return new NegotiationService<IssueTerms>("api-market", {
    terms: termsSchema(space),
    ...options,
    rules: {
      actions: ["propose", "counter", "accept", "reject", "withdraw"],
      cap: { limit: 24, mode: "reach" },
      totalMs: 600_000,
      ...options.rules,
    },
  });
}

/** The provider's seat, played by a strategy. */
export function providerAgent(strategy: Strategy) {
  return composeAgent({ space, preferences: provider, strategy, seed: 1, turnLimit: 24 });
}

/** What a model says of tokens in these tests. */
export const TOKENS = { inputTokens: 100, outputTokens: 20, totalTokens: 120 } as const;

/**
 * A model that bargains for the consumer: down its own outcomes by the turn that its prompt names, and accepts what is
 * worth as much as what it would propose.
 */
export function bargains({ prompt }: Pick<GenerateRequest, "prompt">): Record<string, unknown> {
  const turn = Number(/your turn, number (\d+)/.exec(prompt)?.[1]);
  const level = 1 - turn / 30;
  const own = consumerInverse.lowestAtLeast(level);
  const standing = /Standing proposal, the other side's: (\{.*\})/.exec(prompt)?.[1];
  const offered = standing === undefined ? -1 : space.indexOf(JSON.parse(standing));
  if (offered !== -1 && consumerInverse.utility(offered) >= level)
    return { action: "accept", terms: null, message: "Agreed.", reasoning: null };
  const action = standing === undefined ? "propose" : "counter";
  return {
    action,
    terms: space.termsAt(own),
    message: `Our offer on turn ${turn}.`,
    reasoning: "Step by step.",
  };
}

/** A model as a function that answers one thing after the other; the last again and again. */
export function answering(
  ...answers: readonly unknown[]
): Generate & { readonly requests: GenerateRequest[] } {
  const requests: GenerateRequest[] = [];
  const generate: Generate = async (request) => {
    requests.push({ ...request, signal: request.signal });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    return {
      answer: typeof answer === "function" ? answer(request) : answer,
      usage: TOKENS,
      model: "scripted",
    };
  };
  return Object.assign(generate, { requests });
}

/** A turn as its other side sees it. */
export function turnOf<Terms>(given: Partial<TurnView<Terms>>): TurnView<Terms> {
  return {
    number: 1,
    partyId: "provider",
    seat: "responder",
    action: "counter",
    proposalId: null,
    round: null,
    terms: null,
    message: null,
    reason: null,
    at: 0,
    ...given,
  } as TurnView<Terms>;
}

/** A call that answers a proposal of the other side. */
export function answeringTo<Terms>(
  terms: Terms,
  given: Partial<TurnView<Terms>> = {},
): Pick<AgentCall<Terms>, "turns" | "standing" | "turnNumber"> {
  const turn = turnOf<Terms>({ terms, round: 1, proposalId: "prop_1", ...given });
  const { partyId, seat } = turn;
  const standing = {
    id: "prop_1",
    round: 1,
    turn: turn.number,
    partyId,
    seat,
    terms,
    validUntilAt: null,
    at: 0,
  };
  return { turns: [turn], standing, turnNumber: turn.number + 1 };
}

/** A call as a room makes it: by default the consumer's opening. */
export function agentCall<Terms = IssueTerms>(given: Partial<AgentCall<Terms>> = {}): AgentCall<Terms> {
  return {
    negotiationId: "neg_1",
    party: { id: "consumer", kind: "personal" },
    seat: "initiator",
    other: { id: "provider", kind: "system" },
    turns: [],
    standing: null,
    turnNumber: 1,
    turnsLeft: 24,
    isFinalTurn: false,
    legalActions: ["propose"],
    assessments: "private",
    assessmentRequired: false,
    deadlineAt: 30_000,
    context: null,
    deadlocked: false,
    attempt: 1,
    lastError: null,
    repeated: null,
    consult: null,
    signal: new AbortController().signal,
    ...given,
  };
}

/** The consumer's best terms, a model's answer with them, and the move that it is. */
export const BEST = space.termsAt(consumerInverse.best());
export const GOOD = { action: "propose", terms: BEST, message: "Hello.", reasoning: "High." };
export const MOVED = {
  action: "propose",
  terms: BEST,
  message: "Hello.",
  assessment: { reasoning: "High." },
};

/** The consumer, as a model. */
export function agentOf(generate: Generate, options: Partial<ModelAgentOptions<IssueTerms>> = {}) {
  return agentFromGenerate<IssueTerms>(generate, { ...consumerOptions, ...options });
}

/** A model that does not answer. */
export const never: Generate = () => new Promise(() => {});
