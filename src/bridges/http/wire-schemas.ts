/**
 * @module
 * What goes over the wire, as schemas: they check what comes in, and they are the document's.
 */

import { named, type Schema, z } from "./peers.js";

const id = z.string().min(1).max(256);
const instant = z.int().openapi({ description: "Epoch ms." });
const json = z.any();

/** The user's terms; the document puts their own schema here. */
export const Terms: Schema = json.openapi("Terms", { description: "What is negotiated about." });

/** A union: of what has a name of its own, the registry makes no nullable one. */
const orNull = (schema: Schema): Schema => z.union([schema, z.null()]);

const ACTIONS = ["propose", "counter", "accept", "reject", "question", "withdraw"] as const;
const action = z.enum(ACTIONS).openapi("Action");
const seat = z.enum(["initiator", "responder"]).openapi("Seat");
const status = z
  .enum(["open", "proposed", "countered", "accepted", "rejected", "withdrawn", "expired", "stalled"])
  .openapi("Status");

/** A party's id in a body. */
export const Id: Schema<string> = id;

const Party = named("Party", { id, kind: z.enum(["system", "personal"]) });

/** What a party may do now. */
export const Legal: Schema = named("LegalMoves", {
  actions: z.array(action),
  turnNumber: z.int(),
  turnsLeft: z.int().nullable(),
  isFinalTurn: z.boolean(),
  deadlineAt: instant.nullable(),
  floor: id.nullable(),
});

const Proposal = named("Proposal", {
  id,
  round: z.int(),
  turn: z.int(),
  partyId: id,
  seat,
  terms: Terms,
  validUntilAt: instant.nullable(),
  at: instant,
});

/** A recorded turn, as its reader may see it. */
export const Turn: Schema = named("Turn", {
  number: z.int(),
  seat,
  partyId: id,
  action,
  round: z.int().nullable(),
  proposalId: id.nullable(),
  terms: Terms,
  changes: json.optional(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  assessment: json
    .optional()
    .openapi({ description: "One's own, or the part of the other's that is shared." }),
  justification: json,
  extra: json,
  source: z.enum(["agent", "external", "fallback"]),
  coercedFrom: orNull(action),
  commandId: z.string().optional().openapi({ description: "One's own only." }),
  at: instant,
});

const closing = { at: instant, turnCount: z.int(), rounds: z.int(), details: json };

const Outcome = named("Outcome", {
  status: z.enum(["accepted", "rejected", "withdrawn", "expired", "stalled"]),
  reason: z.string(),
  by: id.nullable(),
  seat: orNull(seat),
  proposal: orNull(Proposal),
  heldBy: id.nullable(),
  ...closing,
});

const Awaiting = named("Awaiting", {
  kind: z.enum(["move", "fallback", "consult", "parked", "claimed"]),
  since: instant,
  firstParkedAt: instant.optional(),
  parkMs: z.int().optional(),
  claim: z.strictObject({ agentId: id, claimId: id, claimedAt: instant }).nullable().optional(),
});

const deadline = instant.nullable();

const view = {
  schema: z.int(),
  id,
  roomId: id,
  version: z.int(),
  status,
  initiator: Party,
  responder: Party,
  rules: z.looseObject({ preset: z.string() }).openapi("Rules", {
    description: "The rules as they are pinned: docs/guide/rules.md.",
  }),
  context: json,
  heldBy: id.nullable(),
  turns: z.array(Turn),
  standing: orNull(Proposal),
  floor: id.nullable().openapi({ description: "Whose turn it is; null when over." }),
  awaiting: orNull(Awaiting),
  deadlines: z.strictObject({
    totalAt: deadline,
    validityAt: deadline,
    turnAt: deadline,
    consultAt: deadline,
    parkAt: deadline,
    claimAt: deadline,
  }),
  failures: z.array(json),
  consults: z.array(json),
  outcome: orNull(Outcome),
  createdAt: instant,
  updatedAt: instant,
};

/** A negotiation as its reader may see it, with what it may do now. */
export const Negotiation: Schema = named("Negotiation", { ...view, legal: Legal });

/** What a frame of the event stream holds. */
export const Frame: Schema = named("Frame", {
  version: z.int(),
  view: z.strictObject(view).openapi("View"),
  missed: z.array(Turn).optional(),
});

/** A negotiation in a list. */
export const Summary: Schema = named("Summary", {
  negotiationId: id,
  roomId: id,
  version: z.int(),
  status,
  seat,
  counterpartyId: id,
  isYourTurn: z.boolean(),
  awaiting: orNull(Awaiting),
  turnCount: z.int(),
  turnsLeft: z.int().nullable(),
  latestAction: orNull(action),
  latestMessagePreview: z.string().nullable(),
  deadlineAt: deadline,
  createdAt: instant,
  updatedAt: instant,
});

/** A page of a list. */
export const SummaryPage: Schema = named("Page", {
  items: z.array(Summary),
  next: z.string().nullable(),
  total: z.int(),
});

/** A refusal (RFC 9457). */
export const ProblemBody: Schema = named("Problem", {
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string(),
  code: z.string(),
  negotiationId: z.string().optional(),
  version: z.int().optional(),
  state: z.string().optional(),
  legal: z.union([Legal, z.array(z.string())]).optional(),
  details: z.looseObject({}).optional(),
  errors: z.array(z.strictObject({ pointer: z.string(), message: z.string() })).optional(),
  error: z.string().optional(),
});

/** What opens a negotiation. */
export const Opening: Schema<{ roomId: string; responder: string; proposal?: unknown }> = z
  .looseObject({ roomId: id, responder: id, proposal: Terms.optional() })
  .openapi("Opening");

const moveFields = {
  reason: z.string().nullish(),
  message: z.string().nullish().openapi({ description: "To the other side." }),
  assessment: json.optional().openapi({ description: "For one's own side only." }),
  justification: json.optional(),
  extra: json.optional(),
  replyTo: id.nullish().openapi({ description: "The proposal that is answered." }),
  proposalId: id.nullish(),
  validUntilAt: instant.nullish(),
  terms: Terms.optional(),
  changes: json.optional(),
};

/** A move. The service judges it: the shape stands here for the document. */
export const Move: Schema = z
  .looseObject({ action, ...moveFields, expectedVersion: z.int().optional() })
  .openapi("Move");

/** A turn that an agent has picked up. */
export const PickedUpTurn: Schema = named("PickedUpTurn", {
  negotiationId: id,
  claimId: id,
  turnNumber: z.int(),
  deadlineAt: deadline,
  counterpartyAction: orNull(action),
  turns: z.array(Turn),
  context: json,
  standing: orNull(Proposal),
  legalActions: z.array(action),
  isFinalTurn: z.boolean(),
  turnsLeft: z.int().nullable(),
});

const role = z.enum(["agent", "patient", "peer"]);

/** The answer to a turn that was picked up; judged by the reader of Index Network's turns. */
export const Respond: Schema = z
  .looseObject({
    action: z.enum(["propose", "counter", "accept", "reject", "question"]),
    message: z.string().nullish().openapi({ description: "To the other side." }),
    assessment: z.looseObject({
      reasoning: z.string().min(1).openapi({ description: "For one's own side only." }),
      suggestedRoles: z.strictObject({ ownUser: role, otherUser: role }),
    }),
    terms: Terms.optional(),
    claimId: id.optional().openapi({ description: "That of the pickup; without it, the agent's own." }),
    expectedVersion: z.int().optional(),
  })
  .openapi("Respond");
