/**
 * @module
 * The rules of a negotiation, resolved a second time: from presets' tables that are said again here, what the world
 * laid over them, and the two kinds. Those that the record carries are compared with these, and never used.
 */

import type { Party } from "../../../core/record/index.js";
import type { ServiceRules } from "../../../service/commands/index.js";
import type { Fault, ObservedWrite, WatchedWorld } from "../../observation/index.js";
import { stateIn, unlike } from "../../observation/index.js";

/** The rules that the checkers resolve for themselves, of one world. */
export interface OwnRules {
  /** A fault when the record carries others. */
  readonly faultOf: (write: ObservedWrite) => Fault;
  /** The write as if its record carried these. */
  readonly in: (write: ObservedWrite) => ObservedWrite;
}

/** Resolves for each negotiation once; of what nobody tells the rules, those of the record are taken. */
export function ownRulesIn({ rulesOf }: WatchedWorld): OwnRules {
  const known = new Map<string, Resolved | undefined>();
  /** Rules of records that are the same: versions share them. */
  const right = new WeakMap<object, Resolved>();
  const resolved = ({ after }: ObservedWrite): Resolved | undefined => {
    if (rulesOf === undefined) return undefined;
    if (!known.has(after.id)) {
      const { initiator, responder, createCommandId } = stateIn(after);
      known.set(after.id, rulesFor(rulesOf(createCommandId), initiator, responder));
    }
    return known.get(after.id);
  };
  const faultIn = (row: ObservedWrite["after"], own: Resolved): Fault => {
    const { rules } = stateIn(row);
    if (right.get(rules) === own) return undefined;
    for (const name of Object.keys(own) as (keyof Resolved)[]) {
      const fault = unlike(`the rule ${name}`, own[name], rules[name]);
      if (fault !== undefined) return fault;
    }
    right.set(rules, own);
    return undefined;
  };
  return {
    faultOf: (write) => {
      const own = resolved(write);
      return own && faultIn(write.after, own);
    },
    in: (write) => {
      const own = resolved(write);
      if (own === undefined) return write;
      const { before, after } = write;
      const carrying = (row: ObservedWrite["after"]): ObservedWrite["after"] =>
        faultIn(row, own) === undefined ? row : withRules(row, own);
      return { ...write, before: before && carrying(before), after: carrying(after) };
    },
  };
}

/** Of the two kinds: both system, both personal, or one of each (EN-18). */
type Pairing = "system" | "mixed" | "personal";

/** What is resolved here, as a negotiation has it. */
interface Resolved {
  readonly cap: object;
  readonly finalTurn: object;
  readonly turnMs: unknown;
  readonly openMs: unknown;
  readonly totalMs: unknown;
  readonly validityMs: unknown;
  readonly agentTimeoutMs: unknown;
  readonly park: unknown;
}

type Table = Readonly<Record<keyof Resolved, unknown>>;

const ROOM: Table = {
  cap: { counts: "turns", limit: 5, mode: "exceed", result: "expired" },
  finalTurn: "record",
  turnMs: 30_000,
  openMs: null,
  totalMs: 120_000,
  validityMs: null,
  agentTimeoutMs: null,
  park: null,
};

const INDEX: Table = {
  ...ROOM,
  cap: {
    counts: "turns",
    limit: { system: 6, mixed: 8, personal: "unlimited" },
    mode: "reach",
    result: "stalled",
  },
  finalTurn: { system: "decide", personal: "record" },
  turnMs: 300_000,
  totalMs: { system: null, mixed: null, personal: 86_400_000 },
  agentTimeoutMs: 45_000,
  park: {
    parkMs: 300_000,
    claimBudget: "remaining",
    claimMs: null,
    onClaimExpiry: "fallback",
    freshMs: 90_000,
  },
};

const TABLES: Readonly<Record<string, Table>> = {
  room: ROOM,
  index: INDEX,
  "index-2026-04": {
    ...INDEX,
    finalTurn: "record",
    turnMs: 86_400_000,
    park: {
      parkMs: 86_400_000,
      claimBudget: "fresh",
      claimMs: 21_600_000,
      onClaimExpiry: "repark",
      freshMs: null,
    },
  },
  oap: {
    ...ROOM,
    cap: { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" },
    turnMs: 2_592_000_000,
    totalMs: null,
    validityMs: 3_600_000,
  },
};

/** `undefined` where a preset is not in the tables, or a creation has another one than its room. */
function rulesFor(
  [given, over]: readonly (ServiceRules | undefined)[],
  initiator: Party,
  responder: Party,
): Resolved | undefined {
  const preset = given?.preset ?? "room";
  const table = typeof preset === "string" ? TABLES[preset] : undefined;
  if (table === undefined || (over?.preset !== undefined && over.preset !== preset)) return undefined;
  const pairing: Pairing = initiator.kind === responder.kind ? initiator.kind : "mixed";
  const laid = (name: keyof Resolved): unknown =>
    [table[name], given?.[name], over?.[name]].findLast((value) => value !== undefined);
  const layers = [table["cap"], given?.cap, over?.cap].flatMap((cap) => Object.entries(cap ?? {}));
  const cap: Record<string, unknown> = Object.fromEntries(layers.filter(([, value]) => value !== undefined));
  const finalTurn = laid("finalTurn");
  return {
    cap: { ...cap, limit: paired(cap["limit"], pairing) },
    finalTurn:
      typeof finalTurn === "string" ? { system: finalTurn, personal: finalTurn } : (finalTurn as object),
    turnMs: laid("turnMs"),
    openMs: laid("openMs"),
    totalMs: paired(laid("totalMs"), pairing),
    validityMs: laid("validityMs"),
    agentTimeoutMs: laid("agentTimeoutMs"),
    park: laid("park"),
  };
}

function paired(value: unknown, pairing: Pairing): unknown {
  if (typeof value !== "object" || value === null) return value;
  return (value as Readonly<Record<Pairing, unknown>>)[pairing];
}

function withRules(row: ObservedWrite["after"], own: Resolved): ObservedWrite["after"] {
  const state = stateIn(row);
  return { ...row, state: { ...state, rules: { ...state.rules, ...own } } as never };
}
