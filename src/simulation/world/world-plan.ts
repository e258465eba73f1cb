/**
 * @module
 * What a seed draws before a world begins: rooms, parties, negotiations, the rates of all faults, and rules, those of a
 * preset with every duration scaled down and one of each choice that the engine offers.
 */

import type { Action, PartyKind } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import type { ServiceRules } from "../../service/commands/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { type ByFault, FAULT_KINDS, type FaultKind, faultKinds } from "../faults/index.js";
import type { WorldMode } from "../observation/index.js";
import { type PlannedJudges, plannedJudges } from "./drawn-judges.js";
import type { SimWorldOptions, WorldPreset } from "./world-options.js";

/** A party and how it takes its turns. */
export interface PlannedParty {
  readonly id: string;
  readonly kind: PartyKind;
  /** By an agent in every node, by a client that submits, or by agents that pick turns up. */
  readonly style: "agent" | "client" | "pull";
  /** Of those that pick up. */
  readonly agentIds: readonly string[];
}

/** A negotiation that somebody will begin. */
export interface PlannedNegotiation {
  readonly roomId: string;
  readonly initiator: PlannedParty;
  readonly responder: PlannedParty;
  /** Ms after the start of the world. */
  readonly startMs: number;
  readonly hasOpening: boolean;
  /** Whether the creator chooses the id. */
  readonly hasOwnId: boolean;
}

/** What a seed has drawn. */
export interface WorldPlan {
  readonly rules: ServiceRules;
  /** Whether proposals carry terms. */
  readonly hasTerms: boolean;
  readonly writesOutbox: boolean;
  readonly rooms: readonly string[];
  readonly parties: readonly PlannedParty[];
  readonly negotiations: readonly PlannedNegotiation[];
  readonly nodes: readonly string[];
  readonly rates: ByFault;
  readonly judges: PlannedJudges;
}

/** Draws the plan of a world. */
export function worldPlan(options: SimWorldOptions, random: (component: string) => RandomStream): WorldPlan {
  const { preset = "room", mode = "safety", script, rules, nodes = 3 } = options;
  const draws = random("plan");
  const hasParking = preset === "index" || preset === "index-2026-04";
  const roomCount = draws.integer(1, 2);
  const rooms = Array.from(
    { length: script === undefined ? roomCount : 1 },
    (_, index) => `room${index + 1}`,
  );
  const drawn = PARTY_IDS.map((id) => plannedParty(id, hasParking, draws));
  const parties = script === undefined ? drawn : PARTY_IDS.map(scriptedParty);
  // Before the negotiations, whose number may differ.
  const writesOutbox = draws.happens(0.5);
  const count = options.negotiations ?? (script === undefined ? 4 : 0);
  const negotiations = Array.from({ length: count }, () => plannedNegotiation(rooms, parties, draws));
  const base = script === undefined ? worldRules(preset, mode, random("rules")) : scriptedRules(preset);
  return {
    rules: { ...base, ...rules },
    hasTerms: !hasParking && (rules?.terms ?? "required") !== "none",
    writesOutbox: script !== undefined || writesOutbox,
    rooms,
    parties,
    negotiations,
    nodes: Array.from({ length: nodes }, (_, index) => `n${index + 1}`),
    rates: drawnRates(options, random("rates")),
    judges: plannedJudges(options, random("judges")),
  };
}

const PARTY_IDS: readonly string[] = ["ada", "bob", "cyd", "dan"];

/** The script moves for it; where the rules park, either of its agents may pick up. */
function scriptedParty(id: string): PlannedParty {
  return { id, kind: "personal", style: "client", agentIds: [`${id}-agent1`, `${id}-agent2`] };
}

function plannedParty(id: string, hasParking: boolean, draws: RandomStream): PlannedParty {
  const isPersonal = draws.happens(hasParking ? 0.8 : 0.3);
  const share = draws.next();
  const agentCount = draws.integer(1, 2);
  const pulls = hasParking && isPersonal && share < 0.6;
  return {
    id,
    kind: isPersonal ? "personal" : "system",
    style: pulls ? "pull" : share < 0.75 ? "agent" : "client",
    agentIds: pulls ? Array.from({ length: agentCount }, (_, index) => `${id}-agent${index + 1}`) : [],
  };
}

function plannedNegotiation(
  rooms: readonly string[],
  parties: readonly PlannedParty[],
  draws: RandomStream,
): PlannedNegotiation {
  const initiator = draws.pick(parties);
  const others = parties.filter((party) => party !== initiator);
  return {
    roomId: draws.pick(rooms),
    initiator,
    responder: draws.pick(others),
    startMs: draws.integer(0, 900),
    hasOpening: draws.happens(0.6),
    hasOwnId: draws.happens(0.5),
  };
}

/** Zero with probability 0.3, else uniform up to the maximum (SM-10). */
function drawnRates({ only, without = [], script }: SimWorldOptions, draws: RandomStream): ByFault {
  const allowed: readonly FaultKind[] = only ?? (script === undefined ? FAULT_KINDS : []);
  const rates = FAULT_KINDS.map((kind) => {
    const isOff = draws.happens(0.3);
    const rate = draws.next() * faultKinds[kind].most;
    const isAllowed = allowed.includes(kind) && !without.includes(kind);
    return [kind, isOff || !isAllowed ? 0 : rate] as const;
  });
  return Object.fromEntries(rates) as ByFault;
}

/** The scaled durations in ms (docs/requirements/simulation.md, section 2). */
export const scaledMs = {
  turn: 300,
  total: 1_800,
  park: 600,
  claim: 200,
  lease: 400,
  sweep: 100,
  /** How long faults occur. */
  faulty: 2_500,
} as const;

/** Rules that a seed draws. */
export function worldRules(preset: WorldPreset, mode: WorldMode, draws: RandomStream): ServiceRules {
  const common = commonRules(draws);
  switch (preset) {
    case "oap":
      return { ...common, ...oapRules(mode, draws) };
    case "index":
    case "index-2026-04":
      return { ...common, ...indexRules(preset, draws) };
    default:
      return { ...common, ...roomRules(draws), ...(preset === "unlimited" && UNLIMITED) };
  }
}

/** Rules of a scripted world, in which nothing is drawn: the preset's own, with every duration scaled down. */
export function scriptedRules(preset: WorldPreset): ServiceRules {
  const windows = { turnMs: scaledMs.turn, totalMs: scaledMs.total };
  switch (preset) {
    case "oap":
      return { preset, ...windows, validityMs: 250 };
    case "index":
      return {
        preset,
        ...windows,
        agentTimeoutMs: 120,
        park: { ...SCALED_PARK, claimBudget: "remaining", claimMs: null, onClaimExpiry: "fallback" },
      };
    case "index-2026-04":
      return { preset, ...windows, agentTimeoutMs: 120, park: SCALED_PARK };
    default:
      return { preset: "room", ...windows, ...(preset === "unlimited" && UNLIMITED) };
  }
}

const SCALED_PARK = {
  parkMs: scaledMs.park,
  claimBudget: "fresh",
  claimMs: scaledMs.claim,
  onClaimExpiry: "repark",
  freshMs: null,
} as const;

const UNLIMITED = {
  cap: { limit: "unlimited", mode: "exceed", result: "expired" },
  finalTurn: "record",
} as const;

const FOUR: readonly Action[] = ["propose", "counter", "accept", "reject"];

const SIX: readonly Action[] = [...FOUR, "question", "withdraw"];

function commonRules(draws: RandomStream): RulesInput {
  return {
    turnMs: scaledMs.turn,
    totalMs: scaledMs.total,
    onTurnTimeout: draws.pick(["expire", "stall", "fallback"]),
    onTotalTimeout: draws.pick(["expire", "stall"]),
    onFailure: draws.pick(["stall", "expire"]),
    onCancel: draws.pick(["withdraw", "expire"]),
    agentTimeoutMs: draws.pick([null, 120]),
    agentAttempts: draws.integer(1, 3),
    onInvalidAnswer: draws.pick(["fail", "conservative"]),
    repetition: draws.pick(["off", "guard"]),
    deadlockAfter: draws.integer(2, 5),
    consult: draws.pick([null, { maxPerParty: draws.integer(1, 2), windowMs: 150 }]),
    oneActive: draws.pick(["room", "pair", "none"]),
  };
}

function roomRules(draws: RandomStream): ServiceRules {
  const mode = draws.pick(["reach", "exceed"] as const);
  const result = draws.pick(["expired", "stalled", "refuse"] as const);
  const actions = draws.pick([FOUR, SIX]);
  const finalTurn = draws.pick(["record", "decide"] as const);
  return {
    preset: "room",
    actions,
    cap: {
      counts: draws.pick(["turns", "proposals"]),
      limit: draws.integer(2, 6),
      mode,
      result: mode === "reach" && result === "refuse" ? "stalled" : result,
    },
    finalTurn: mode === "reach" ? finalTurn : "record",
    opener: draws.pick(["initiator", "initiator", "initiator", "responder"]),
    openMs: draws.pick([null, 200]),
    validityMs: draws.pick([null, 250]),
    withdrawOffTurn: draws.happens(0.5) && actions === SIX,
    // Last, so that a seed draws what it drew before there was this rule.
    onReject: draws.pick(["end", "continue"]),
    partialTerms: draws.pick(["refuse", "merge"]),
  };
}

function oapRules(mode: WorldMode, draws: RandomStream): ServiceRules {
  return {
    preset: "oap",
    cap: { counts: "proposals", limit: draws.integer(2, 6), mode: "exceed", result: "refuse" },
    validityMs: draws.pick([200, 250, 400]),
    withdrawOffTurn: true,
    // Without a total deadline nothing bounds how long validity after validity takes.
    totalMs: mode === "liveness" ? scaledMs.total : draws.pick([null, scaledMs.total]),
  };
}

function indexRules(preset: "index" | "index-2026-04", draws: RandomStream): ServiceRules {
  const isLiteral = preset === "index-2026-04";
  const claimBudget = draws.pick(["remaining", "fresh"] as const);
  const unlimited = draws.pick(["unlimited", 8] as const);
  return {
    preset,
    cap: { limit: { system: draws.integer(3, 6), mixed: draws.integer(3, 8), personal: unlimited } },
    onTurnTimeout: draws.pick(["fallback", "fallback", "stall"]),
    park: {
      parkMs: scaledMs.park,
      claimBudget,
      claimMs: claimBudget === "fresh" ? scaledMs.claim : null,
      onClaimExpiry: draws.pick(["repark", "fallback", "close"]),
      freshMs: draws.happens(0.5) === isLiteral ? null : 300,
    },
  };
}
