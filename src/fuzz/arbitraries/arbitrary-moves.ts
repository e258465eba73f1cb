/**
 * @module
 * Arbitrary terms, and well-formed moves, legal or not. Malformed ones are in `arbitrary-invalid-moves.ts`.
 */

import type { Arbitrary } from "fast-check";
import { integerIn } from "../../core/checks/index.js";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json/index.js";
import { judgedAction, legalMoves, type Move } from "../../core/moves/index.js";
import { ACTIONS, type Action, type Negotiation, type NegotiationRules } from "../../core/record/index.js";
import { fc } from "./fast-check.js";

/**
 * Well-formed moves of all six actions, their optional members present or not.
 *
 * With a negotiation most are ones that the party with the floor may make, and all are within
 * the limits of its rules; the rest may be out of turn, out of place or out of date.
 *
 * @example
 * fc.property(arbitraryMove(negotiation), (move) => {
 *   const read = readMove(move, negotiation.rules); // read.ok is true
 * });
 */
export function arbitraryMove(negotiation?: Negotiation): Arbitrary<Move> {
  return arbitraryMoveChoice().map((choice) => moveOf(choice, negotiation ?? null));
}

/** Plain data that a move is made from once the negotiation is known, so that whole histories shrink well. */
export interface MoveChoice {
  /** Whether it becomes a move that the party with the floor may make, if there is one. */
  readonly abides: boolean;
  /** Picks one of the six actions, or of the legal ones if it abides; counted round. */
  readonly pick: number;
  readonly terms: Json;
  readonly message: string | null;
  readonly reason: string | null;
  readonly assessment: Json;
  readonly justification: Json;
  readonly extra: Json;
  readonly sealed: Json;
  readonly replyTo: "nothing" | "standing" | "another";
  readonly proposalId: "made" | "new" | "taken";
  readonly validForMs: number | null;
}

/** What a move is made from. It shrinks to the first legal action without optional members. */
export function arbitraryMoveChoice(): Arbitrary<MoveChoice> {
  return fc.record({
    // In the middle, since fast-check favours both ends of a list.
    abides: fc.constantFrom(true, true, true, false, true, true, true),
    pick: fc.nat(999),
    terms: fc.option(arbitraryTerms(), { freq: 10 }),
    message: fc.option(fc.string({ maxLength: 24 })),
    reason: rarely(fc.string({ maxLength: 24 })),
    assessment: rarely(arbitraryAssessment()),
    justification: rarely(arbitraryJson()),
    extra: rarely(fc.dictionary(fc.constantFrom("trace", "tags"), arbitraryJson())),
    sealed: rarely(arbitraryJson()),
    replyTo: fc.constantFrom("nothing", "nothing", "standing", "another"),
    proposalId: fc.constantFrom("made", "made", "made", "new", "taken"),
    validForMs: rarely(fc.integer({ min: -1, max: 600_000 })),
  });
}

/**
 * The move that a choice means here.
 *
 * @param at - epoch ms from which a validity counts
 */
export function moveOf(
  choice: MoveChoice,
  negotiation: Negotiation | null,
  at: number = negotiation?.updatedAt ?? 0,
): Move {
  const legal = legalActions(negotiation);
  const actions = choice.abides && legal.length > 0 ? legal : ACTIONS;
  const here: Occasion = {
    negotiation,
    rules: negotiation?.rules ?? null,
    action: actions[choice.pick % actions.length] ?? "propose",
    abides: actions === legal,
  };
  const fields = {
    ...present("message", messageOf(choice, here)),
    ...present("reason", choice.reason?.slice(0, here.rules?.maxMessageLength) ?? null),
    ...present("assessment", assessmentOf(choice, here)),
    ...present("justification", fitting(choice.justification, here)),
    ...present("extra", fitting(choice.extra, here)),
    ...present("sealed", fitting(choice.sealed, here)),
    ...present("replyTo", replyToOf(choice, here)),
  };
  if (here.action !== "propose" && here.action !== "counter") return { action: here.action, ...fields };
  return {
    action: here.action,
    ...(changesOf(choice, here) ?? present("terms", termsOf(choice, here))),
    ...fields,
    ...present("proposalId", proposalIdOf(choice, here)),
    ...present("validUntilAt", validUntilAtOf(choice, here, at)),
  };
}

/** What rules with `assessmentRequired` are content with. */
export const LEAST_ASSESSMENT: JsonObject = Object.freeze({
  reasoning: "Why not?",
  suggestedRoles: Object.freeze({ ownUser: "peer", otherUser: "peer" }),
});

/** Where a move is made. */
interface Occasion {
  readonly negotiation: Negotiation | null;
  readonly rules: NegotiationRules | null;
  readonly action: Action;
  /** Whether the move is to be one that the party with the floor may make. */
  readonly abides: boolean;
}

function rarely<T>(arbitrary: Arbitrary<T>): Arbitrary<T | null> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(null), weight: 3 },
    { arbitrary, weight: 1 },
  );
}

function arbitraryAssessment(): Arbitrary<Json> {
  const role = fc.constantFrom("agent", "patient", "peer");
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({
      reasoning: fc.string({ maxLength: 24 }),
      suggestedRoles: fc.record({ ownUser: role, otherUser: role }),
    }),
    arbitraryJson(),
  );
}

/** What the party with the floor may do, many times over what goes on, so that histories get somewhere. */
function legalActions(negotiation: Negotiation | null): readonly Action[] {
  if (negotiation === null || negotiation.floor === null) return [];
  const actions = legalMoves(negotiation, negotiation.floor)?.actions ?? [];
  const goesOn = actions.filter((one) => one === "propose" || one === "counter" || one === "question");
  return [...Array.from({ length: 20 }, () => goesOn).flat(), ...actions];
}

function messageOf({ message }: MoveChoice, { negotiation, rules, action, abides }: Occasion): string | null {
  if (negotiation === null || rules === null) return message;
  const isRequired = abides && rules.messageRequiredFor.includes(judgedAction(negotiation, action));
  if (message === null && !isRequired) return null;
  // Begins with a letter of its turn's own, so that it says nothing that was said before.
  const letter = abides ? String.fromCodePoint(0x4e00 + negotiation.turns.length) : "";
  return `${letter}${message ?? ""}`.slice(0, rules.maxMessageLength);
}

function fitting(json: Json, { rules }: Occasion): Json {
  return rules === null || copyJson(json, rules.maxTermsBytes).ok ? json : null;
}

/** With what the rules may ask for in the place of what may lack it. */
function assessmentOf({ assessment }: MoveChoice, here: Occasion): Json {
  if (!here.abides || !here.rules?.assessmentRequired) return fitting(assessment, here);
  const whole = isJsonObject(assessment) ? { ...assessment, ...LEAST_ASSESSMENT } : LEAST_ASSESSMENT;
  return fitting(whole, here) ?? LEAST_ASSESSMENT;
}

function termsOf({ terms }: MoveChoice, here: Occasion): Json {
  if (here.abides && here.rules?.terms === "none") return null;
  const isRequired = here.abides && here.rules?.terms === "required";
  // The least JSON of all stands in for what is missing or too big.
  return fitting(terms, here) ?? (isRequired ? 0 : null);
}

/** One member changed, where the rules merge and there is one: it never makes terms that do not fit. */
function changesOf({ proposalId }: MoveChoice, { negotiation, rules, action }: Occasion): object | undefined {
  const terms = negotiation?.standing?.terms;
  const isPartial = proposalId === "new" && action === "counter" && rules?.partialTerms === "merge";
  if (!isPartial || !isJsonObject(terms)) return undefined;
  return {
    changes: Object.fromEntries(
      Object.keys(terms)
        .slice(0, 1)
        .map((key) => [key, 0]),
    ),
  };
}

function replyToOf({ replyTo }: MoveChoice, { negotiation, abides }: Occasion): string | null {
  if (replyTo === "standing") return negotiation?.standing?.id ?? null;
  return replyTo === "another" && !abides ? "prop_elsewhere" : null;
}

function proposalIdOf({ proposalId }: MoveChoice, { negotiation, abides }: Occasion): string | null {
  if (proposalId === "new") return `prop_${(negotiation?.turns.length ?? 0) + 1}`;
  return proposalId === "taken" && !abides ? (negotiation?.turns[0]?.proposalId ?? "prop_1") : null;
}

function validUntilAtOf({ validForMs }: MoveChoice, { abides }: Occasion, at: number): number | null {
  if (validForMs === null) return null;
  return at + (abides ? Math.max(1, validForMs) : validForMs);
}

/** Members that are `null` are left out. */
function present<K extends string, V>(key: K, value: V | null): { readonly [P in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { readonly [P in K]: V });
}

/** How big arbitrary terms may be. */
export interface ArbitraryTermsOptions {
  /** Bytes of JSON in UTF-8, at least 1. @default 65_536 */
  readonly maxBytes?: number | undefined;
}

/**
 * Terms that are JSON within the limits and never `null`, which would be none: mostly a small offer
 * with a price, else JSON of any shape.
 *
 * @throws {RangeError} when `maxBytes` is not an integer of at least 1
 * @example
 * fc.sample(arbitraryTerms(), 3); // [{ price: 7 }, { price: 812, note: "net 30" }, ["", true]]
 */
export function arbitraryTerms(options: ArbitraryTermsOptions = {}): Arbitrary<Json> {
  const { maxBytes = 65_536 } = options;
  integerIn("maxBytes", maxBytes, 1);
  const offer = fc.record(
    { price: fc.nat(1_000), days: fc.nat(90), note: fc.string({ maxLength: 12 }) },
    { requiredKeys: ["price"] },
  );
  // The least JSON of all stands in for what is none or too big.
  return fc
    .oneof(
      { withCrossShrink: true },
      { arbitrary: offer, weight: 3 },
      { arbitrary: arbitraryJson(), weight: 1 },
    )
    .map((terms) => (terms !== null && copyJson(terms, maxBytes).ok ? terms : 0));
}

/** JSON of any shape that the engine accepts, at most four levels deep. */
export function arbitraryJson(): Arbitrary<Json> {
  return fc.jsonValue({ maxDepth: 3 }).map((value) => {
    // Without `-0`, which would become `0`, and without own `__proto__` keys, which are refused.
    const json = JSON.parse(JSON.stringify(value)) as Json;
    return copyJson(json, 65_536).ok ? json : 0;
  });
}
