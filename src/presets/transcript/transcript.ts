/**
 * @module
 * A negotiation for people to read: turns, what changed from proposal to proposal, whose floor it is,
 * how long is left, and how it ended. For programs there is the record.
 */

import { type Deadline, deadlinesOf } from "../../core/deadlines/index.js";
import { diffTerms, type Json, type TermsChange } from "../../core/json/index.js";
import { turnsLeft } from "../../core/moves/index.js";
import { type Negotiation, type NegotiationView, type TurnView, view } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import { projectionOf } from "../registry/index.js";

/** For whom, and in what form. */
export interface TranscriptOptions {
  /**
   * A party's id: what it may see, the context as a known preset projects it; for one of your own, hand in what
   * `viewFor` gave. `null`: a spectator, who sees neither assessments nor context.
   *
   * @default null
   */
  readonly viewer?: string | null | undefined;
  readonly format: "text" | "markdown";
}

/**
 * The transcript, ending with a newline.
 *
 * What the parties wrote stands there as plain text on one line: it makes no line and no markup of its own.
 *
 * @throws {TypeError} when `viewer` is neither of the two parties, or the format is unknown
 * @example
 * console.log(transcript(negotiation, { format: "text" }));
 */
export function transcript(negotiation: Negotiation | NegotiationView, options: TranscriptOptions): string {
  const { format, viewer = null } = options;
  if (format !== "text" && format !== "markdown")
    throw new TypeError(`Expected format to be "text" or "markdown", got ${shown(format)}.`);
  const style = format === "markdown" ? MARKDOWN : TEXT;
  const { initiator, responder, context, turns } = seenBy(negotiation, viewer);
  const lines = [
    style.title(`Negotiation ${negotiation.id}`),
    style.plain(
      `${initiator.id} (initiator, ${initiator.kind}) and ${responder.id} (responder, ${responder.kind}) in room ${negotiation.roomId}`,
    ),
  ];
  if (viewer !== null && context !== null) lines.push(style.plain(`Context: ${JSON.stringify(context)}`));
  lines.push("");
  let standing: Json = null;
  for (const turn of turns) {
    lines.push(...turnLines(turn, standing, style, viewer !== null));
    if (turn.round !== null) standing = turn.terms as Json;
  }
  lines.push("", ...closingLines(negotiation, style));
  return `${lines.join("\n")}\n`;
}

/** One turn as lines: who did what, what changed, what was said. Also for printing turns as they come. */
export function turnTranscript(turn: TurnView, previousTerms: unknown): string {
  return turnLines(turn, previousTerms as Json, TEXT, true).join("\n");
}

/** The last lines alone: whose floor it is and until when, or how it ended. */
export function closingTranscript(negotiation: Negotiation | NegotiationView): string {
  return closingLines(negotiation, TEXT).join("\n");
}

/** How lines look. All take text as it came from anywhere. */
interface Style {
  readonly plain: (text: string) => string;
  readonly title: (text: string) => string;
  readonly strong: (text: string) => string;
  /** A line below a turn. */
  readonly item: (text: string) => string;
  /** A line below a paragraph. */
  readonly member: (text: string) => string;
}

const TEXT: Style = {
  plain: oneLine,
  title: oneLine,
  strong: oneLine,
  item: (text) => `     ${oneLine(text)}`,
  member: (text) => `     ${oneLine(text)}`,
};
const MARKDOWN: Style = {
  plain: escaped,
  title: (text) => `## ${escaped(text)}`,
  strong: (text) => `**${escaped(text)}**`,
  item: (text) => `     - ${escaped(text)}`,
  member: (text) => `- ${escaped(text)}`,
};

type Seen = Pick<NegotiationView, "initiator" | "responder" | "context" | "turns">;

function seenBy(negotiation: Negotiation | NegotiationView, viewer: string | null): Seen {
  if (viewer === null) return negotiation;
  // What `viewFor` gave has been projected.
  const project = "createCommandId" in negotiation ? projectionOf(negotiation) : undefined;
  const seen = view(negotiation as Negotiation, viewer, project);
  if (seen !== undefined) return seen;
  throw new TypeError(`Expected viewer to be one of the two parties or null, got ${shown(viewer)}.`);
}

function turnLines(turn: TurnView, standing: Json, style: Style, showsAssessments: boolean): string[] {
  const round = turn.round === null ? "" : ` (round ${turn.round})`;
  const fallback = turn.source === "fallback" ? ", by the fallback agent" : "";
  const number = String(turn.number).padStart(3);
  const items: string[] = [];
  if (turn.round !== null && turn.terms !== null) items.push(...offerLines(turn.terms as Json, standing));
  if (turn.message !== null) items.push(`says: ${turn.message}`);
  if (turn.reason !== null) items.push(`because: ${turn.reason}`);
  if (showsAssessments && turn.assessment !== undefined && turn.assessment !== null)
    items.push(`assessment: ${JSON.stringify(turn.assessment)}`);
  const head = style.strong(`${turn.partyId}: ${turn.action}${round}`);
  return [`${number}. ${head}${fallback}`, ...items.map(style.item)];
}

/** The terms, or what they change. */
function offerLines(terms: Json, standing: Json): string[] {
  if (standing === null) return membersOf(terms);
  const changes = diffTerms(standing, terms).map(changeText);
  return changes.length === 0 ? ["the same terms again"] : changes;
}

function closingLines(negotiation: Negotiation | NegotiationView, style: Style): string[] {
  const { outcome } = negotiation;
  if (outcome === null) return waitingLines(negotiation, style);
  const by = outcome.by === null ? "" : ` by ${style.plain(outcome.by)}`;
  const turns = outcome.turnCount === 1 ? "1 turn" : `${outcome.turnCount} turns`;
  const head = `Outcome: ${style.strong(outcome.status)} (${outcome.reason})${by} after ${turns}.`;
  if (outcome.status !== "accepted" || outcome.proposal.terms === null) return [head];
  return [head, ...membersOf(outcome.proposal.terms as Json).map(style.member)];
}

function waitingLines(negotiation: Negotiation | NegotiationView, style: Style): string[] {
  // Sorting is stable, and the weightiest comes first of equal ones.
  const [next, ...later] = [...deadlinesOf(negotiation)].sort((one, other) => one.at - other.at);
  const until = next === undefined ? "" : `, until ${deadlineText(next)}`;
  const left = turnsLeft(negotiation as Negotiation) ?? "unlimited";
  const head = `Waiting for ${style.strong(String(negotiation.floor))}${until}; turns left: ${left}.`;
  return later.length === 0 ? [head] : [head, `Later deadlines: ${later.map(deadlineText).join(", ")}.`];
}

function deadlineText({ at, kind }: Deadline): string {
  // A mover may name an instant that no calendar reaches.
  const text = at <= LAST_DATE ? new Date(at).toISOString() : `${at} ms after 1970`;
  return `${text} (${kind})`;
}

/** The last instant that a `Date` can hold. */
const LAST_DATE = 8_640_000_000_000_000;

function changeText(change: TermsChange): string {
  const path = change.path === "" ? "terms" : named(change.path.slice(1));
  if (change.kind === "added") return `${path}: added ${JSON.stringify(change.to)}`;
  if (change.kind === "removed") return `${path}: removed ${JSON.stringify(change.from)}`;
  // Twelve digits: 0.3 - 0.1 is then 0.2.
  const delta =
    change.delta === undefined
      ? ""
      : ` (${change.delta > 0 ? "+" : ""}${Number(change.delta.toPrecision(12))})`;
  return `${path}: ${JSON.stringify(change.from)} -> ${JSON.stringify(change.to)}${delta}`;
}

function membersOf(terms: Json): string[] {
  if (terms === null || typeof terms !== "object" || Array.isArray(terms)) return [JSON.stringify(terms)];
  return Object.entries(terms).map(([key, value]) => `${named(key)}: ${JSON.stringify(value)}`);
}

/** A name of terms, in quotation marks where it could be taken for something else. */
function named(name: string): string {
  const isPlain = /^[\p{L}\p{N}_$~/-]+$/u.test(name) && !OURS.includes(name);
  return isPlain ? name : JSON.stringify(name);
}

/** What lines of ours begin with. */
const OURS: readonly string[] = ["says", "because", "assessment"];

/** Without line breaks, control characters (a terminal obeys them) and overrides of the writing direction. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}

/** What a counterparty wrote is text, never markup: nor at the start of a line, where lists and rules begin. */
function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_~[\]<>#|&@]/gu, "\\$&")
    .replace(/^[-+=]/u, "\\$&")
    .replace(/^(\d+)([.)])/u, "$1\\$2")
    .replace(/:(?=\/\/)/gu, "\\:")
    .replace(/(?<=www)\./giu, "\\.");
}
