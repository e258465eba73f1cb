/**
 * @module
 * Two composed agents that play a scenario in a room, and the turns of a record as the headless runner tells them.
 */

import type { Negotiation, Outcome } from "../../src/core/record/index.js";
import type { Agent } from "../../src/ports/index.js";
import type { InverseUtility } from "../../src/preferences/inverse/index.js";
import type { IssueTerms } from "../../src/preferences/model/index.js";
import type { Scenario } from "../../src/preferences/scenarios/index.js";
import type { ServiceRules } from "../../src/service/commands/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { type ComposeAgentOptions, composeAgent } from "../../src/strategies/agents/index.js";
import type { Strategy } from "../../src/strategies/play/index.js";
import { scenarioInverses } from "../../src/tournament/index.js";

/** A turn: who, what, and the index of the outcome on the table. */
export type PlainTurn = readonly [party: number, action: string, outcome: number | null];

/** What a room made of a scenario. */
export interface RoomRun {
  readonly outcome: Outcome<IssueTerms>;
  readonly turns: readonly PlainTurn[];
  readonly justifications: readonly unknown[];
  readonly record: Negotiation<IssueTerms>;
}

/** What may differ from run to run. */
export interface RoomRunOptions {
  readonly scenario: Scenario;
  readonly strategies: readonly Strategy[];
  readonly turnLimit: number;
  readonly seed: number;
  readonly inverses?: readonly InverseUtility[];
  readonly rules?: ServiceRules;
  /** More options of both agents. */
  readonly agentOptions?: Partial<ComposeAgentOptions>;
  /** Makes the agent of a party out of a factory of composed agents. */
  readonly agentOf?: (make: () => Agent<IssueTerms>) => Agent<IssueTerms>;
}

/** Plays it; the parties have the names of the scenario. */
export async function roomRun(options: RoomRunOptions): Promise<RoomRun> {
  const { scenario, strategies, turnLimit, seed, agentOf = (make) => make() } = options;
  const inverses = options.inverses ?? scenarioInverses(scenario);
  const { space } = inverses[0]!;
  const room = new NegotiationService<IssueTerms>("bargaining", {
    rules: {
      cap: { counts: "turns", limit: turnLimit, mode: "reach", result: "expired" },
      agentAttempts: 1,
      ...options.rules,
    },
  });
  const party = (index: number) => ({
    id: scenario.parties[index]!.name,
    kind: "system" as const,
    agent: agentOf(() =>
      composeAgent({
        space,
        preferences: scenario.parties[index]!.preferences,
        inverse: inverses[index]!,
        strategy: strategies[index]!,
        seed,
        turnLimit,
        ...options.agentOptions,
      }),
    ),
  });
  const outcome = await room.negotiate({ initiator: party(0), responder: party(1) });
  const record = room.getLatestNegotiation()!;
  const { turns } = record;
  await room.close();
  let standing: number | null = null;
  return {
    outcome,
    record,
    turns: turns.map(({ seat, action, terms }) => {
      if (terms !== null) standing = space.indexOf(terms);
      return [seat === "initiator" ? 0 : 1, action, action === "withdraw" ? null : standing];
    }),
    justifications: turns.map(({ justification }) => justification),
  };
}
