/**
 * @module
 * Bindu's wire shapes, read and printed, alone or in the data parts of ordinary messages: Bindu has no method of its own
 * for them, and which message carries a part is the host's choice.
 */

import * as z from "zod/mini";
import { copyJson, isJsonObject, type Json, type JsonObject } from "../../core/json/index.js";
import type { Issue } from "../../errors.js";
import { kindOf, MOST_JSON_BYTES, membersOf, type Reading, readWith } from "../wire/index.js";

/** How a proposal stands. */
export type BinduProposalStatus = "proposed" | "accepted" | "rejected" | "countered";

/** How a session stands. */
export type BinduSessionStatus = "initiated" | "ongoing" | "completed" | "rejected";

/**
 * One offer of one agent to another.
 *
 * @see Bindu's negotiation types, NegotiationProposal
 */
export interface BinduProposal {
  /** 1 to 256 characters, as are the two agents. */
  readonly proposalId: string;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly terms: JsonObject;
  /** UTC with milliseconds. */
  readonly timestamp: string;
  readonly status: BinduProposalStatus;
  /** Members that Bindu does not know; printed beside the others. */
  readonly extra?: JsonObject;
}

/**
 * A session: a coordinator, its members, and what was offered.
 *
 * @see Bindu's negotiation types, NegotiationContext
 */
export interface BinduContext {
  readonly contextId: string;
  readonly status: BinduSessionStatus;
  readonly participants: readonly string[];
  readonly proposals: readonly BinduProposal[];
  /** Members that Bindu does not know; printed beside the others. */
  readonly extra?: JsonObject;
}

/**
 * Reads a proposal; never throws, whatever it is given. An unreadable one is a `move_invalid`.
 *
 * @see docs/requirements/bindu.md, BD-1 to BD-4
 */
export function readBinduProposal(value: unknown): Reading<BinduProposal> {
  const members = membersOf(value);
  if (!members.ok) return members;
  const reading = readWith(PROPOSAL, members.value);
  const extra = extraOf(members.value, PROPOSAL_KEYS);
  const terms = termsOf(members.value["terms"]);
  if (!reading.ok || !extra.ok || !terms.ok) return { ok: false, issues: allIssues(reading, terms, extra) };
  const { proposalId, fromAgent, toAgent, timestamp, status } = reading.value;
  return {
    ok: true,
    value: {
      proposalId,
      fromAgent,
      toAgent,
      terms: terms.value,
      timestamp: new Date(instantOf(timestamp) ?? 0).toISOString(),
      status,
      ...extra.value,
    },
  };
}

/**
 * Reads a context with all its proposals; never throws, whatever it is given.
 *
 * The source types the status with the proposals' words and writes the sessions' ones: both are read.
 *
 * @see docs/requirements/bindu.md, BD-3
 */
export function readBinduContext(value: unknown): Reading<BinduContext> {
  const members = membersOf(value);
  if (!members.ok) return members;
  const reading = readWith(CONTEXT, members.value);
  const extra = extraOf(members.value, CONTEXT_KEYS);
  const proposals = reading.ok ? proposalsOf(reading.value.proposals) : NONE;
  if (!reading.ok || !extra.ok || !proposals.ok) {
    return { ok: false, issues: allIssues(reading, proposals, extra) };
  }
  const { contextId, status, participants } = reading.value;
  return {
    ok: true,
    value: {
      contextId,
      status: SESSION_WORDS[status],
      participants,
      proposals: proposals.value,
      ...extra.value,
    },
  };
}

const NAME = z.string().check(z.minLength(1), z.maxLength(256));

const PROPOSAL = z.object({
  proposalId: NAME,
  fromAgent: NAME,
  toAgent: NAME,
  timestamp: z.string().check(
    z.refine((text) => instantOf(text) !== undefined, {
      error: "Expected timestamp to be an ISO 8601 instant with an offset, such as 2026-11-21T10:00:00Z.",
    }),
  ),
  status: z.enum(["proposed", "accepted", "rejected", "countered"]),
});

const PROPOSAL_KEYS = ["proposalId", "fromAgent", "toAgent", "terms", "timestamp", "status"];

const CONTEXT = z.object({
  contextId: NAME,
  status: z.enum(["initiated", "ongoing", "completed", "rejected", "proposed", "countered", "accepted"]),
  participants: z.array(NAME),
  proposals: z.array(z.unknown()),
});

const CONTEXT_KEYS = ["contextId", "status", "participants", "proposals"];

const SESSION_WORDS = {
  initiated: "initiated",
  ongoing: "ongoing",
  completed: "completed",
  rejected: "rejected",
  proposed: "initiated",
  countered: "ongoing",
  accepted: "completed",
} as const;

/** The members that are not `known`, as `{ extra }`, or nothing when there are none. */
function extraOf(
  members: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Reading<{ readonly extra?: JsonObject }> {
  const snakes = known.map((key) => [key, snakeCase(key)] as const).filter(([key, snake]) => key !== snake);
  const issues = snakes
    .filter(([, snake]) => Object.hasOwn(members, snake))
    .map(([key, snake]) => ({ path: [snake], message: `Expected the key ${key}, got ${snake}.` }));
  const others = Object.entries(members).filter(([key]) => !known.includes(key));
  const copy = copyJson(Object.fromEntries(others), MOST_JSON_BYTES);
  if (!copy.ok) return { ok: false, issues: [...issues, copy.issue] };
  if (issues.length > 0) return { ok: false, issues };
  const extra = copy.value as JsonObject;
  return { ok: true, value: Object.keys(extra).length === 0 ? {} : { extra } };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function termsOf(terms: unknown): Reading<JsonObject> {
  const copy = copyJson(terms, MOST_JSON_BYTES);
  if (!copy.ok) return { ok: false, issues: [below(["terms"], copy.issue)] };
  const value: Json = copy.value;
  if (isJsonObject(value)) return { ok: true, value };
  const message = `Expected terms to be an object, got ${kindOf(value)}.`;
  return { ok: false, issues: [{ path: ["terms"], message }] };
}

const NONE: Reading<readonly BinduProposal[]> = { ok: true, value: [] };

function proposalsOf(values: readonly unknown[]): Reading<readonly BinduProposal[]> {
  const proposals: BinduProposal[] = [];
  const issues: Issue[] = [];
  values.forEach((value, index) => {
    const reading = readBinduProposal(value);
    if (reading.ok) proposals.push(reading.value);
    else issues.push(...reading.issues.map((issue) => below(["proposals", index], issue)));
  });
  return issues.length === 0 ? { ok: true, value: proposals } : { ok: false, issues };
}

function below(path: Issue["path"], issue: Issue): Issue {
  return { path: [...path, ...issue.path], message: issue.message };
}

function allIssues(...readings: readonly Reading<unknown>[]): readonly Issue[] {
  return readings.flatMap((reading) => (reading.ok ? [] : reading.issues));
}

/**
 * The instant of an RFC 3339 timestamp in epoch ms; `undefined` when it is none.
 *
 * Any offset and up to nine fraction digits, cut to ms. A local time without offset names no instant,
 * and neither does a day or an hour that no calendar has.
 *
 * @see docs/requirements/bindu.md, BD-2
 */
export function instantOf(timestamp: string): number | undefined {
  const [, date, time, fraction = "", sign, hours, minutes] = TIMESTAMP.exec(timestamp) ?? [];
  if (date === undefined || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const written = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const local = Date.parse(written);
  // `Date.parse` rolls 30 February over to March: only a real date is written back unchanged.
  if (Number.isNaN(local) || new Date(local).toISOString() !== written) return undefined;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const at = sign === "-" ? local + offset : local - offset;
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** The years that have four digits in UTC, too. */
const EARLIEST = -62_167_219_200_000;
const LATEST = 253_402_300_799_999;

/** How payloads travel inside a message. */
export interface BinduDataPart {
  readonly kind: "data";
  readonly data: JsonObject;
}

/**
 * The data part that carries a proposal or a context.
 *
 * @see docs/requirements/bindu.md, BD-5
 */
export function toDataPart(payload: BinduProposal | BinduContext): BinduDataPart {
  return {
    kind: "data",
    data: "contextId" in payload ? printBinduContext(payload) : printBinduProposal(payload),
  };
}

/** What a part carries: a proposal, a context, or `null` for anything else. Never throws. */
export function fromDataPart(part: unknown): BinduProposal | BinduContext | null {
  const members = membersOf(part);
  if (!members.ok || members.value["kind"] !== "data") return null;
  const proposal = readBinduProposal(members.value["data"]);
  if (proposal.ok) return proposal.value;
  const context = readBinduContext(members.value["data"]);
  return context.ok ? context.value : null;
}

/** The proposal as JSON for the wire: what Bindu does not know stands beside the rest again. */
export function printBinduProposal(proposal: BinduProposal): JsonObject {
  const { extra, ...known } = proposal;
  return { ...extra, ...known };
}

/** The context as JSON for the wire, its proposals too. */
export function printBinduContext(context: BinduContext): JsonObject {
  const { extra, proposals, ...known } = context;
  return { ...extra, ...known, proposals: proposals.map(printBinduProposal) };
}
