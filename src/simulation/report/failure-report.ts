/**
 * @module
 * What is said of a world that failed (SM-80, SM-83): a block that is complete in itself, then the end of the
 * trace, the entries as a table, and the record. Text only: who prints it is the caller's business.
 */

import type { Entry } from "../../core/record/index.js";
import { FAULT_KINDS } from "../faults/index.js";
import type { WorldReport } from "../run/index.js";

/** What the report cannot know by itself. */
export interface FailureReportOptions {
  /** The commit of the sources. @default "unknown" */
  readonly commit?: string | undefined;
  /** What it ran on: `node v24.21.0`. @default "unknown" */
  readonly platform?: string | undefined;
  /** The command that runs this world again. */
  readonly replay: string;
  /** The command that runs a smaller world with the same fault; the line is left out without one. */
  readonly smaller?: string | undefined;
}

/**
 * The block of a failed world: five lines, or four.
 *
 * @throws {RangeError} when nothing was found in this world
 * @example
 * const report = await new SimWorld({ seed: 42 }).run();
 * if (report.violations.length > 0) console.error(failureBlock(report, { replay: "node world.js 42" }));
 */
export function failureBlock(report: WorldReport, options: FailureReportOptions): string {
  const [first] = report.violations;
  if (first === undefined) throw new RangeError("Expected a world that failed, got one without a violation.");
  const { commit = "unknown", platform = "unknown", replay, smaller } = options;
  const { seed, mode, preset } = report;
  return [
    `SIMULATION FAILED  invariant ${first.invariant}  seed ${seed}  mode ${mode}  preset ${preset}` +
      `  negotiation ${first.negotiationId ?? "none"}`,
    `  ${first.detail.replaceAll("\n", " ")}`,
    `  commit ${commit}  ${platform}  faults ${ratesOf(report)}`,
    `  replay: ${replay}`,
    ...(smaller === undefined ? [] : [`  smaller: ${smaller}`]),
  ].join("\n");
}

/** What else helps: other findings, the last lines of the trace that are about the negotiation, entries, record. */
export function failureDetails({ violations, trace, evidence }: WorldReport): string {
  const [first, ...others] = violations;
  const id = first?.negotiationId ?? null;
  const about = id === null ? trace : trace.filter((line) => line.includes(` ${id} `));
  const parts = [
    ...(others.length === 0
      ? []
      : [`Also:\n${others.map((one) => `  ${one.invariant}  ${one.detail}`).join("\n")}`]),
    `Trace of ${id ?? "the world"}, its end:\n${about.slice(-TRACE_LINES).join("\n")}`,
  ];
  if (evidence !== null) {
    parts.push(`Entries:\n${tableOf(evidence.entries)}`);
    parts.push(`Record:\n${JSON.stringify(evidence.row, null, 2)}`);
  }
  return parts.join("\n\n");
}

/** SM-83. */
const TRACE_LINES = 50;

/** The faults that this world could have met with: their rates without the leading zero, and the clocks. */
function ratesOf({ rates, skews }: WorldReport): string {
  const parts = FAULT_KINDS.filter((kind) => rates[kind] > 0).map((kind) => {
    const rate = Math.max(rates[kind], LEAST_RATE).toFixed(3);
    return `${kind}=${rate.replace(/^0/, "").replace(/0+$/, "")}`;
  });
  if (skews.some((skew) => skew !== 0)) parts.push(`skew=${skews.join(",")}`);
  return parts.length === 0 ? "none" : parts.join(" ");
}

/** What is rarer looks like this too: it is not off. */
const LEAST_RATE = 0.001;

function tableOf(entries: readonly Entry[]): string {
  const header = ["version", "at", "kind", "turn", "command", "what"];
  const rows = entries.map(({ version, at, kind, turnNumber, commandId, turn, details }) => [
    String(version),
    String(at),
    kind,
    turnNumber === null ? "-" : String(turnNumber),
    commandId ?? "-",
    shortened(turn === null ? (version === 0 ? null : details) : turn),
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

function shortened(value: unknown): string {
  const text = value === null ? "-" : JSON.stringify(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 3)}...` : text;
}

/** Chosen: a line of the table still fits a wide terminal. */
const LONGEST_CELL = 120;
