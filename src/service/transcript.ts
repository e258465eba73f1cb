/**
 * @module
 * A negotiation for people to read: turns, what changed from proposal to proposal, whose floor it is,
 * how long is left, and how it ended. For programs there is the record.
 */

import { turnsLeft } from "../core/cap.js";
import { nextDeadline } from "../core/deadlines.js";
import { diffTerms, type TermsChange } from "../core/diff-terms.js";
import type { Json, Negotiation } from "../core/negotiation.js";
import { type NegotiationView, type TurnView, view } from "../core/view.js";
import { shown } from "../errors.js";

/** For whom, and in what form. */
export interface TranscriptOptions {
  /** A party's id: what it may see. `null`: a spectator, who sees neither assessments nor context. @default the host, who sees everything */
  readonly viewer?: string | null | undefined;
  readonly format: "text" | "markdown";
}

/**
 * The transcript, ending with a newline.
 *
 * @throws {TypeError} when `viewer` is neither of the two parties
 * @example
 * console.log(transcript(negotiation, { format: "text" }));
 */
export function transcript(negotiation: Negotiation, options: TranscriptOptions): string {
  const seen = seenBy(negotiation, options.viewer);
  const isMarkdown = options.format === "markdown";
  const style = isMarkdown ? MARKDOWN : TEXT;
  const { initiator, responder } = negotiation;
  const lines = [
    style.title(`Negotiation ${negotiation.id}`),
    `${initiator.id} (initiator, ${initiator.kind}) and ${responder.id} (responder, ${responder.kind}) in room ${negotiation.roomId}`,
  ];
  if (seen.showsContext && seen.record.context !== null)
    lines.push(`Context: ${JSON.stringify(seen.record.context)}`);
  lines.push("");
  let standing: Json = null;
  for (const turn of seen.record.turns) {
    lines.push(...turnLines(turn, standing, style, seen.showsAssessments));
    if (turn.round !== null) standing = turn.terms as Json;
  }
  lines.push("", ...closingLines(negotiation, style));
  return `${lines.join("\n")}\n`;
}

/** One turn as lines: who did what, what changed, what was said. Also for printing turns as they come. */
export function turnTranscript(turn: TurnView, previousTerms: unknown): string {
  return turnLines(turn, previousTerms as Json, TEXT, true).join("\n");
}

interface Style {
  readonly title: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly item: (text: string) => string;
}

const TEXT: Style = { title: (text) => text, strong: (text) => text, item: (text) => `     ${text}` };
const MARKDOWN: Style = {
  title: (text) => `## ${escaped(text)}`,
  strong: (text) => `**${escaped(text)}**`,
  item: (text) => `- ${escaped(text)}`,
};

interface Seen {
  readonly record: Negotiation | NegotiationView;
  readonly showsContext: boolean;
  readonly showsAssessments: boolean;
}

function seenBy(negotiation: Negotiation, viewer: string | null | undefined): Seen {
  if (viewer === undefined) return { record: negotiation, showsContext: true, showsAssessments: true };
  if (viewer === null) return { record: negotiation, showsContext: false, showsAssessments: false };
  const record = view(negotiation, viewer);
  if (record === undefined)
    throw new TypeError(`Expected viewer to be a party or null, got ${shown(viewer)}.`);
  return { record, showsContext: true, showsAssessments: true };
}

function turnLines(turn: TurnView, standing: Json, style: Style, showsAssessments: boolean): string[] {
  const round = turn.round === null ? "" : ` (round ${turn.round})`;
  const fallback = turn.source === "fallback" ? ", by the fallback agent" : "";
  const lines = [
    `${String(turn.number).padStart(3)}. ${style.strong(`${turn.partyId}: ${turn.action}${round}`)}${fallback}`,
  ];
  if (turn.round !== null && turn.terms !== null) {
    if (standing === null) lines.push(...membersOf(turn.terms as Json).map(style.item));
    else
      lines.push(...diffTerms(standing, turn.terms as Json).map((change) => style.item(changeText(change))));
  }
  if (turn.message !== null) lines.push(style.item(`says: ${turn.message}`));
  if (turn.reason !== null) lines.push(style.item(`because: ${turn.reason}`));
  if (showsAssessments && turn.assessment !== undefined && turn.assessment !== null) {
    lines.push(style.item(`assessment: ${JSON.stringify(turn.assessment)}`));
  }
  return lines;
}

function closingLines(negotiation: Negotiation, style: Style): string[] {
  const { outcome } = negotiation;
  if (outcome === null) {
    const deadline = nextDeadline(negotiation);
    const left = turnsLeft(negotiation);
    const until =
      deadline === undefined ? "" : `, until ${new Date(deadline.at).toISOString()} (${deadline.kind})`;
    return [
      `Waiting for ${style.strong(String(negotiation.floor))}${until}; turns left: ${left ?? "unlimited"}.`,
    ];
  }
  const by = outcome.by === null ? "" : ` by ${outcome.by}`;
  const head = `Outcome: ${style.strong(outcome.status)} (${outcome.reason})${by} after ${outcome.turnCount} turns.`;
  if (outcome.status !== "accepted" || outcome.proposal.terms === null) return [head];
  return [head, ...membersOf(outcome.proposal.terms as Json).map(style.item)];
}

function changeText(change: TermsChange): string {
  const path = change.path === "" ? "terms" : change.path.slice(1);
  if (change.kind === "added") return `${path}: added ${JSON.stringify(change.to)}`;
  if (change.kind === "removed") return `${path}: removed ${JSON.stringify(change.from)}`;
  const delta =
    change.delta === undefined
      ? ""
      : ` (${change.delta > 0 ? "+" : ""}${Number(change.delta.toPrecision(12))})`;
  return `${path}: ${JSON.stringify(change.from)} -> ${JSON.stringify(change.to)}${delta}`;
}

function membersOf(terms: Json): string[] {
  if (terms === null || typeof terms !== "object" || Array.isArray(terms)) return [JSON.stringify(terms)];
  return Object.entries(terms).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
}

/** What a counterparty wrote is text, never markup. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/gu, "\\$&").replace(/\n/gu, " ");
}
