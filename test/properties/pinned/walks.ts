/**
 * @module
 * The pinned walks: commands drawn by seed, decided by the engine alone, with everything that it answers and that
 * the presets make of the records. No call of a store and no promise has a part in it.
 */

import {
  type Command,
  type CreateCommand,
  checkRules,
  type Decision,
  deadlinesOf,
  decide,
  legalMoves,
  mergeRules,
  moveCommand,
  type NegotiationRules,
  type PartyKind,
  type RulesInput,
  readMove,
  resolveRules,
} from "../../../src/core.js";
import { type Action, type Negotiation, type PresetName, view } from "../../../src/index.js";
import { randomDraw } from "../../../src/preferences/index.js";
import {
  fallbackSummary,
  knownPresets,
  negotiationDigest,
  toConversation,
  toIndexOutcome,
  toOapState,
  toRoomNegotiation,
  transcript,
} from "../../../src/presets/index.js";
import { type Digests, digestOf, textOf } from "./digest.js";

const WALKS_A_GROUP = 60;
const MOST_STEPS = 24;
const START_AT = 1_700_000_000_000;

/** Most of what is drawn. */
const MOVES = new Array<"move">(12).fill("move");

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];

/** What differs from the preset, one for each walk in turn. */
const VARIANTS: readonly RulesInput[] = [
  {},
  { actions: ALL, consult: { maxPerParty: 2, windowMs: 60_000 }, withdrawOffTurn: true },
  { actions: ALL, onTurnTimeout: "fallback", deadlockAfter: 2, agentAttempts: 3, terms: "optional" },
  {
    park: { parkMs: 3_600_000, claimBudget: "fresh", claimMs: 60_000, onClaimExpiry: "repark" },
    turnMs: 600_000,
  },
  { onReject: "continue", repetition: "guard", onFailure: "expire", cap: { limit: 12 } },
];

/** Those of each preset, by variant of its rules. */
export function walkDigests(): Digests {
  const digests: Record<string, string> = {};
  for (const preset of Object.keys(knownPresets) as PresetName[]) {
    VARIANTS.forEach((variant, index) => {
      const texts: string[] = [];
      for (let seed = 0; seed < WALKS_A_GROUP; seed++)
        walk(preset, variant, seed, (value) => texts.push(textOf(value)));
      digests[`${preset}, variant ${index}`] = digestOf(texts);
    });
  }
  return digests;
}

function walk(preset: PresetName, variant: RulesInput, seed: number, tell: (value: unknown) => void): void {
  const draws = new Draws(seed, preset);
  const kinds = draws.pick<readonly [PartyKind, PartyKind]>([
    ["system", "system"],
    ["personal", "system"],
    ["personal", "personal"],
  ]);
  const checked = checkRules(mergeRules(knownPresets[preset].rules, variant), preset);
  tell(checked);
  if (!checked.ok) return;
  const [initiator, responder] = [
    { id: "ada", name: "Ada", kind: kinds[0] },
    { id: "smith", name: null, kind: kinds[1] },
  ];
  const rules = resolveRules(checked.rules, initiator, responder);
  tell(rules);
  const create = { type: "create", id: "neg_1", commandId: "create", roomId: "room", initiator, responder };
  const context = { query: "gpu hours", seedAssessment: { score: 71, reasoning: "Near." } };
  const opening = draws.happens(0.5)
    ? null
    : readable({ ...assessmentFor(rules), action: "propose", ...termsFor(rules, draws) }, rules);
  let now = START_AT;
  const begun = decide(
    null,
    { ...create, rules, context, heldBy: null, opening } as unknown as CreateCommand,
    now,
  );
  tell(begun);
  if (!begun.ok) return;
  let record = begun.negotiation;
  for (let step = 0; step < MOST_STEPS && record.outcome === null; step++) {
    now += draws.happens(0.95) ? draws.pick([1, 900, 4_000]) : draws.pick([31_000, 300_000, 90_000_000]);
    const command = drawnCommand(record, draws, step, tell);
    if (command === undefined) continue;
    const decision = decided(record, command, now, tell);
    if (decision.ok) record = decision.negotiation;
    tell([record.version, deadlinesOf(record), legalMoves(record, "ada"), legalMoves(record, "smith")]);
  }
  tellOf(record, tell);
}

/** A command, decided once more where a deadline came before it. */
function decided(
  record: Negotiation,
  command: Command,
  now: number,
  tell: (value: unknown) => void,
): Decision {
  const decision = decide(record, command, now);
  tell(decision);
  if (!decision.ok || decision.applied !== "deadlines" || decision.negotiation.outcome !== null)
    return decision;
  const again = decide(decision.negotiation, command, now);
  tell(again);
  return again.ok ? again : decision;
}

function tellOf(record: Negotiation, tell: (value: unknown) => void): void {
  tell([view(record, "ada"), view(record, "smith"), view(record, "nobody")]);
  tell([toConversation(record, "ada"), toConversation(record, "smith"), negotiationDigest([record], "ada")]);
  tell([toRoomNegotiation(record), toOapState(record), toIndexOutcome(record), fallbackSummary(record)]);
  for (const format of ["text", "markdown"] as const) {
    for (const viewer of [null, "ada", "smith"]) tell(transcript(record, { format, viewer }));
  }
}

function drawnCommand(
  record: Negotiation,
  draws: Draws,
  step: number,
  tell: (value: unknown) => void,
): Command | undefined {
  const floor = record.floor ?? "ada";
  const other = floor === "ada" ? "smith" : "ada";
  const claimed = { agentId: "agent-1", claimId: `clm_${draws.pick([1, 2])}` };
  switch (draws.pick([...MOVES, "fail", "park", "claim", "time", "rare"])) {
    case "move": {
      const mover = draws.happens(0.85) ? floor : draws.pick([other, "nobody"]);
      const read = readMove(drawnMove(record, draws, step), record.rules);
      if (!read.ok) tell(read);
      if (!read.ok) return undefined;
      const source = draws.pick(["external", "agent", "fallback"] as const);
      const expectedVersion = draws.happens(0.1) ? record.version - 1 : null;
      const claim = record.awaiting?.kind === "claimed" && draws.happens(0.7) ? record.awaiting.claim : null;
      const commandId = draws.happens(0.1) ? "again" : `cmd-${step}`;
      return moveCommand(mover, read.move, commandId, { source, expectedVersion, claim });
    }
    case "fail": {
      const kind = draws.pick(["timeout", "threw", "invalid", "illegal"] as const);
      const turnNumber = record.turns.length + draws.pick([1, 1, 1, 0]);
      return { type: "fail", partyId: floor, turnNumber, kind, error: `It ${kind} at ${step}.` };
    }
    case "park":
      return { type: "park" };
    case "claim":
      return { type: draws.pick(["claim", "claim", "release"] as const), ...claimed };
    case "time":
      return { type: "wake" };
    default:
      if (draws.happens(0.1)) return { type: "cancel", details: { why: "the market closed" } };
      return draws.pick<Command>([
        { type: "consult", partyId: floor, id: `cns_${step}`, question: "May I?" },
        { type: "answer", partyId: floor, answer: "You may." },
        { type: "consult", partyId: other, id: `cns_${step}`, question: "May I too?" },
      ]);
  }
}

function drawnMove({ standing, rules }: Negotiation, draws: Draws, step: number): unknown {
  const opens = standing === null;
  const action = draws.pick([
    opens ? "propose" : "counter",
    opens ? "propose" : "counter",
    "question",
    draws.pick(["propose", "counter", "accept", "reject", "question", "withdraw", "wait"]),
  ]);
  const proposes = action === "propose" || action === "counter";
  const said = draws.pick<object>([
    {},
    { message: "We could meet." },
    { message: `Number ${step}.`, reason: "Ours costs more.", justification: { budget: 55 } },
    { assessment: { reasoning: "Near.", suggestedRoles: { ownUser: "agent", otherUser: "patient" } } },
    { replyTo: draws.happens(0.8) ? (standing?.id ?? null) : "prop_0" },
    { message: `At ${step}.`, unknown: true },
    { message: draws.happens(0.3) ? 7 : `Now ${step}.` },
  ]);
  const terms = proposes && draws.happens(0.95) ? termsFor(rules, draws) : {};
  return { ...assessmentFor(rules), action, ...terms, ...said };
}

function assessmentFor({ assessmentRequired }: NegotiationRules): object {
  if (!assessmentRequired) return {};
  return { assessment: { reasoning: "Near.", suggestedRoles: { ownUser: "peer", otherUser: "peer" } } };
}

function termsFor({ terms }: NegotiationRules, draws: Draws): object {
  return terms === "none" ? {} : { terms: { price: Math.floor(draws.next() * 100) } };
}

function readable(given: unknown, rules: NegotiationRules): CreateCommand["opening"] {
  const read = readMove(given, rules);
  if (!read.ok) throw new Error("Expected a readable opening.");
  return read.move;
}

/** Numbers that a seed and a name decide. */
class Draws {
  readonly #seed: number;
  readonly #name: string;
  #count = 0;

  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
  }

  next(): number {
    return randomDraw(this.#seed, this.#name, this.#count++, 0);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)] as T;
  }
}
