/**
 * @module
 * What a world may be told: its seed, what differs from what the seed draws, and the seams at which a
 * mutant, a script or a reduction takes hold.
 */

import type { Party } from "../../core/record/index.js";
import type { Agent, DeadlineTimer, Ids, NegotiationStore, TermsSchema } from "../../ports/index.js";
import type { ServiceRules } from "../../service/commands/index.js";
import type { ServiceOptions } from "../../service/options/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import type { FaultKind, StoreFault } from "../faults/index.js";
import type { Invariant, WorldMode } from "../observation/index.js";
import type { Stage } from "./script-stage.js";

/** What kind of rules a world draws: those of a preset, or `room`'s without a cap. */
export type WorldPreset = "room" | "index" | "index-2026-04" | "oap" | "unlimited";

/** All of them. */
export const WORLD_PRESETS: readonly WorldPreset[] = ["room", "index", "index-2026-04", "oap", "unlimited"];

/** A world: its seed, and what differs from what the seed draws. */
export interface SimWorldOptions<Terms = unknown> {
  /** Decides everything that is not said here. An integer. */
  readonly seed: number;
  /** @default "safety" */
  readonly mode?: WorldMode | undefined;
  /** @default "room" */
  readonly preset?: WorldPreset | undefined;
  /**
   * An agent of your own for a party, on every node; the world commits the agent faults around it. It must
   * answer at once or by promises alone: a real timer or a real network never comes back in virtual time. Neither
   * beside your agents nor your terms does a world draw hooks and policies.
   * @default drawn agents
   */
  readonly agents?: ((party: Party) => Agent<Terms> | undefined) | undefined;
  /** Takes missed turns, where the rules say so. @default a drawn agent */
  readonly fallback?: Agent<Terms> | undefined;
  /** @default a price from 1 to 100 */
  readonly terms?: WorldTerms<Terms> | undefined;
  /** Laid over the drawn rules. @default none */
  readonly rules?: ServiceRules | undefined;
  /** Makes the store that is the truth; each world needs a fresh one. @default a `MemoryStore` */
  readonly store?: (() => NegotiationStore) | undefined;
  /** What has to hold besides I1 to I15. @default none */
  readonly invariants?: readonly Invariant[] | undefined;
  /** How many negotiations are begun. @default 4, and none with a script */
  readonly negotiations?: number | undefined;
  /** How many nodes serve every room. @default 3 */
  readonly nodes?: number | undefined;
  /** The only faults that may occur. @default all; none with a script */
  readonly only?: readonly FaultKind[] | undefined;
  /** Faults that may not occur. @default none */
  readonly without?: readonly FaultKind[] | undefined;
  /** Which faults that would occur do, by their ordinal from 0: for a bisection. @default all */
  readonly faultFilter?: ((index: number, kind: FaultKind) => boolean) | undefined;
  /** Ms after which the world ends. @default 2,500 for safety, 6,000 for liveness */
  readonly until?: number | undefined;
  /**
   * What happens, instead of drawn clients, operators and pull clients: one room `room1`, the preset's own
   * rules scaled down, parties `ada`, `bob`, `cyd` and `dan` without agents in the nodes, each with agents
   * `ada-agent1` and `ada-agent2` that may pick up. @default drawn
   */
  readonly script?: ((stage: Stage) => Promise<void>) | undefined;
  /** Faults of single store calls, counted over all nodes from 1. @default none */
  readonly faultsAt?: readonly { readonly call: number; readonly fault: StoreFault }[] | undefined;
  /** Replaced parts. @default none */
  readonly mutate?: Mutations | undefined;
}

/** Terms of your own. */
export interface WorldTerms<Terms = unknown> {
  /** @default any JSON */
  readonly schema?: TermsSchema<Terms> | undefined;
  /** New terms from a source of numbers in [0, 1). */
  readonly draw: (random: () => number) => Terms;
}

/**
 * Where a mutant takes hold: each gets the real part and answers the one to use instead.
 *
 * `truth` stands for the database, below what the invariants see as writes; `store` stands in a node, above
 * the faulty line. What `src/` itself does wrong is a source patch: load patched sources and hand their
 * class in as `service`.
 */
export interface Mutations {
  readonly truth?: ((store: NegotiationStore) => NegotiationStore) | undefined;
  /** @param node - the life that it is for: `n2#3` */
  readonly store?: ((store: NegotiationStore, node: string) => NegotiationStore) | undefined;
  readonly timer?: ((timer: DeadlineTimer, node: string) => DeadlineTimer) | undefined;
  readonly ids?: ((ids: Ids, node: string) => Ids) | undefined;
  readonly agent?: ((agent: Agent, party: Party, node: string) => Agent) | undefined;
  /** The command id that a client sends, of which `attempt` counts from 0. */
  readonly commandId?: ((commandId: string, attempt: number) => string) | undefined;
  /** Makes the service of a room. */
  readonly service?: ((roomId: string, options: ServiceOptions) => NegotiationService) | undefined;
}
