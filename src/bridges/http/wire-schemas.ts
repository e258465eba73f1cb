/**
 * @module
 * What goes over the wire, as schemas: they check what comes in, and they are the document's.
 */

import { alike, type Schema, vocabulary, z } from "./peers.js";

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

const object = vocabulary({
  ...alike("id negotiationId roomId partyId counterpartyId agentId claimId", id),
  ...alike("floor proposalId heldBy by", id.nullable()),
  ...alike("schema version number turn turnNumber turnCount round rounds parkMs total", z.int()),
  ...alike("at createdAt updatedAt since firstParkedAt claimedAt", instant),
  ...alike("deadlineAt validUntilAt totalAt validityAt turnAt consultAt parkAt claimAt", instant.nullable()),
  ...alike("actions legalActions", z.array(action)),
  ...alike("latestAction counterpartyAction coercedFrom", orNull(action)),
  ...alike("message latestMessagePreview next", z.string().nullable()),
  ...alike("context details changes justification extra", json),
  ...alike("isYourTurn isFinalTurn", z.boolean()),
  ...alike("failures consults", z.array(json)),
  turnsLeft: z.int().nullable(),
  action,
  seat,
  status,
  terms: Terms,
});

const Party = object("id kind", { kind: z.enum(["system", "personal"]) }).openapi("Party");

/** What a party may do now. */
export const Legal: Schema = object("actions turnNumber turnsLeft isFinalTurn deadlineAt floor").openapi(
  "LegalMoves",
);

const Proposal = object("id round turn partyId seat terms validUntilAt at").openapi("Proposal");
const standing = orNull(Proposal);

/** A recorded turn, as its reader may see it. */
export const Turn: Schema = object(
  "number seat partyId action round proposalId terms changes? reason message assessment? justification extra source " +
    "coercedFrom commandId? at",
  {
    round: z.int().nullable(),
    reason: z.string().nullable(),
    assessment: json.openapi({ description: "One's own, or the part of the other's that is shared." }),
    source: z.enum(["agent", "external", "fallback"]),
    commandId: z.string().openapi({ description: "One's own only." }),
  },
).openapi("Turn");
const turns = z.array(Turn);

const Outcome = object("status reason by seat proposal heldBy at turnCount rounds details", {
  status: z.enum(["accepted", "rejected", "withdrawn", "expired", "stalled"]),
  seat: orNull(seat),
  proposal: standing,
}).openapi("Outcome");

const Awaiting = object("kind since firstParkedAt? parkMs? claim?", {
  kind: z.enum(["move", "fallback", "consult", "parked", "claimed"]),
  claim: object("agentId claimId claimedAt").nullable(),
}).openapi("Awaiting");
const awaiting = orNull(Awaiting);

const VIEW =
  "schema id roomId version status initiator responder rules context heldBy turns standing floor awaiting deadlines " +
  "failures consults outcome createdAt updatedAt";

const view = {
  initiator: Party,
  responder: Party,
  rules: z.looseObject({ preset: z.string() }).openapi("Rules", {
    description: "The rules as they are pinned: docs/guide/rules.md.",
  }),
  turns,
  standing,
  floor: id.nullable().openapi({ description: "Whose turn it is; null when over." }),
  awaiting,
  deadlines: object("totalAt validityAt turnAt consultAt parkAt claimAt"),
  outcome: orNull(Outcome),
};

/** A negotiation as its reader may see it, with what it may do now. */
export const Negotiation: Schema = object(`${VIEW} legal`, { ...view, legal: Legal }).openapi("Negotiation");

/** What a frame of the event stream holds. */
export const Frame: Schema = object("version view missed?", {
  view: object(VIEW, view).openapi("View"),
  missed: turns,
}).openapi("Frame");

/** A negotiation in a list. */
export const Summary: Schema = object(
  "negotiationId roomId version status seat counterpartyId isYourTurn awaiting turnCount turnsLeft latestAction " +
    "latestMessagePreview deadlineAt createdAt updatedAt",
  { awaiting },
).openapi("Summary");

/** A page of a list. */
export const SummaryPage: Schema = object("items next total", { items: z.array(Summary) }).openapi("Page");

/** A refusal (RFC 9457). */
export const ProblemBody: Schema = object(
  "type title status detail? instance code negotiationId? version? state? legal? details? errors? error?",
  {
    status: z.int(),
    negotiationId: z.string(),
    legal: z.union([Legal, z.array(z.string())]),
    details: z.looseObject({}),
    errors: z.array(object("pointer message", { message: z.string() })),
  },
).openapi("Problem");

/** What opens a negotiation. */
export const Opening: Schema<{ roomId: string; responder: string; proposal?: unknown }> = z
  .looseObject({ roomId: id, responder: id, proposal: Terms.optional() })
  .openapi("Opening");

const message = z.string().nullish().openapi({ description: "To the other side." });

/** A move. The service judges it: the shape stands here for the document. */
export const Move: Schema = z
  .looseObject({
    action,
    reason: z.string().nullish(),
    message,
    assessment: json.optional().openapi({ description: "For one's own side only." }),
    justification: json.optional(),
    extra: json.optional(),
    replyTo: id.nullish().openapi({ description: "The proposal that is answered." }),
    proposalId: id.nullish(),
    validUntilAt: instant.nullish(),
    terms: Terms.optional(),
    changes: json.optional(),
    expectedVersion: z.int().optional(),
  })
  .openapi("Move");

/** A turn that an agent has picked up. */
export const PickedUpTurn: Schema = object(
  "negotiationId claimId turnNumber deadlineAt counterpartyAction turns context standing legalActions isFinalTurn " +
    "turnsLeft",
  { turns, standing },
).openapi("PickedUpTurn");

const role = z.enum(["agent", "patient", "peer"]);

/** The answer to a turn that was picked up; judged by the reader of Index Network's turns. */
export const Respond: Schema = z
  .looseObject({
    action: z.enum(["propose", "counter", "accept", "reject", "question"]),
    message,
    assessment: z.looseObject({
      reasoning: z.string().min(1).openapi({ description: "For one's own side only." }),
      suggestedRoles: z.strictObject({ ownUser: role, otherUser: role }),
    }),
    terms: Terms.optional(),
    claimId: id.optional().openapi({ description: "That of the pickup; without it, the agent's own." }),
    expectedVersion: z.int().optional(),
  })
  .openapi("Respond");
