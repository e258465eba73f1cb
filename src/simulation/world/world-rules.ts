/**
 * @module
 * The rules that a world draws: those of a preset with every duration scaled down, and with one of each
 * choice that the engine offers.
 */

import type { Action } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import type { ServiceRules } from "../../service/commands/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import type { WorldMode } from "../observation/index.js";
import type { WorldPreset } from "./world-options.js";

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
