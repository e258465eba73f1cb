/**
 * @module
 * What a seed draws before a world begins: rules, rooms, parties, negotiations and the rates of all faults.
 */

import type { PartyKind } from "../../core/record/index.js";
import type { ServiceRules } from "../../service/commands/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { type ByFault, FAULT_KINDS, type FaultKind, faultKinds } from "../faults/index.js";
import { type PlannedJudges, plannedJudges } from "./drawn-judges.js";
import type { SimWorldOptions } from "./world-options.js";
import { scriptedRules, worldRules } from "./world-rules.js";

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
