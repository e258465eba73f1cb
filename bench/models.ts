/**
 * @module
 * What a model's turn costs beside the model: `llmAgent` against the bare `generateText` that it makes, and
 * `agentFromGenerate` with a function that answers at once against scripted agents, in whole negotiations.
 */

import { generateText, jsonSchema, Output } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { agentFromGenerate, type GenerateRequest, llmAgent } from "../src/bridges/ai-sdk/index.js";
import { type Agent, type AgentCall, NegotiationService, type Outcome } from "../src/index.js";
import { costOf, race, timed } from "./measure.js";
import { hand } from "./report.js";
import { endsOf, spreadOf } from "./spread.js";
import { buyer, OPENING, type SupplyContract, seller } from "./supply-contract.js";

const terms = z.strictObject({
  pricePerCall: z.number(),
  callsPerMonth: z.int(),
  billingInterval: z.enum(["monthly", "yearly"]),
  minimumCommitmentMonths: z.int(),
  earlyTerminationFee: z.number(),
});
const options = {
  brief: "We buy. The lower the price, the better.",
  terms,
  guard: { utility: ({ pricePerCall }: SupplyContract) => -pricePerCall, reservation: -1 },
} as const;

const ANSWER = { action: "counter", terms: OPENING, message: "Ours.", reasoning: null };
const model = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: "text", text: JSON.stringify(ANSWER) }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 10, text: 10, reasoning: undefined },
    },
    warnings: [],
  }),
});
const call = callWithTurns(6);
const llm = llmAgent<SupplyContract>({ model, maxRetries: 0, ...options });
/** What llmAgent asks the model on that call. */
let asked: GenerateRequest | undefined;
await agentFromGenerate<SupplyContract>((request) => {
  asked = request;
  return { answer: ANSWER };
}, options)(call);
const { instructions, prompt, schema } = asked as unknown as GenerateRequest;

const bareTurn = () =>
  generateText({
    model,
    instructions,
    prompt,
    output: Output.object({ schema: jsonSchema(schema) }),
    maxRetries: 0,
    abortSignal: new AbortController().signal,
    telemetry: { recordInputs: false, recordOutputs: false },
  });

const room = new NegotiationService<SupplyContract>("market-7", { keepSettled: 0, terms });
/** A model that answers what a scripted agent would. */
const modelled = (agent: Agent<SupplyContract>): Agent<SupplyContract> => {
  let own: AgentCall<SupplyContract> | undefined;
  const asking = agentFromGenerate<SupplyContract>(
    async () => ({ answer: await agent(own as never) }),
    options,
  );
  return (one) => {
    own = one;
    return asking(one);
  };
};
const [modelBuyer, modelSeller] = [modelled(buyer), modelled(seller)];

const costs = await race(
  [
    { name: "llmAgent", cost: timed(times(() => llm(call))) },
    { name: "generateText", cost: timed(times(bareTurn)) },
    { name: "modelled", cost: timed(times(() => negotiated(modelBuyer, modelSeller))) },
    { name: "scripted", cost: timed(times(() => negotiated(buyer, seller))) },
  ],
  { rounds: 15, sliceMs: 300, check },
);
await room.close();

const spread = spreadOf(costs, "modelled", "scripted");
hand({
  ratios: { modelledToScripted: spread.median },
  figures: {
    ...endsOf("modelledToScripted", spread),
    llmAgentOwnMs: (costOf(costs, "llmAgent") - costOf(costs, "generateText")) / 1e6,
    generateTextMs: costOf(costs, "generateText") / 1e6,
    modelledUs: costOf(costs, "modelled") / 1_000,
    scriptedUs: costOf(costs, "scripted") / 1_000,
  },
  goals: { llmAgentOwnMs: "at most 1", modelledToScripted: "at most 3" },
});

function negotiated(
  one: Agent<SupplyContract>,
  other: Agent<SupplyContract>,
): Promise<Outcome<SupplyContract>> {
  return room.negotiate({
    initiator: { id: "ada", kind: "system", agent: one },
    responder: { id: "smith", kind: "system", agent: other },
  });
}

function times(work: () => unknown): (count: number) => Promise<void> {
  return async (count) => {
    // The mock remembers its calls.
    model.doGenerateCalls.length = 0;
    for (let index = 0; index < count; index += 1) await work();
  };
}

/** A call late in a negotiation. */
function callWithTurns(count: number): AgentCall<SupplyContract> {
  const turns = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    partyId: index % 2 === 0 ? "ada" : "smith",
    seat: index % 2 === 0 ? "initiator" : "responder",
    action: index === 0 ? "propose" : "counter",
    round: index + 1,
    proposalId: `prop_${index + 1}`,
    terms: { ...OPENING, pricePerCall: (8 + index) / 10_000 },
    ...{ reason: null, message: "That is what we can do.", justification: null, extra: null },
    ...{ source: "agent", coercedFrom: null, at: index },
  })) as AgentCall<SupplyContract>["turns"];
  const standing = {
    partyId: "smith",
    seat: "responder",
    turn: count,
    round: count,
    id: `prop_${count}`,
    at: 0,
  } as const;
  return {
    negotiationId: "neg_1",
    party: { id: "ada", kind: "system" },
    seat: "initiator",
    other: { id: "smith", kind: "system" },
    turns,
    standing: { ...standing, terms: OPENING, validUntilAt: null },
    ...{
      turnNumber: count + 1,
      turnsLeft: 10,
      isFinalTurn: false,
      legalActions: ["counter", "accept", "reject"],
    },
    ...{ assessments: "private", assessmentRequired: false },
    ...{ deadlineAt: Date.now() + 30_000, context: null, deadlocked: false, attempt: 1, lastError: null },
    ...{ repeated: null, consult: null, signal: new AbortController().signal },
  };
}

async function check(): Promise<void> {
  const [one, other] = [await negotiated(buyer, seller), await negotiated(modelBuyer, modelSeller)];
  const told = [one, other].map((outcome) => outcome.status === "accepted" && outcome.proposal.terms);
  if (JSON.stringify(told[0]) !== JSON.stringify(told[1]) || told[0] === false)
    throw new Error(`Expected both to agree alike, got ${JSON.stringify(told)}.`);
  const answers = [await llm(call), (await bareTurn()).output].map((one) => JSON.stringify(one));
  if (answers.some((one) => !one.includes('"counter"'))) throw new Error("Expected both to be answered.");
}
