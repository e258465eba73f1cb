/**
 * @module
 * The parts of a simulated world, wired together: what every actor in it is handed. `sim-world.ts` runs it.
 */

import type { AgentDirectory, NegotiationRow } from "../../ports/index.js";
import type { ServiceOptions } from "../../service/options/index.js";
import { memoryDirectory } from "../../service/parking/index.js";
import { NegotiationService } from "../../service/room/index.js";
import { MemoryStore } from "../../stores/memory/index.js";
import { type RandomStream, randomStreams } from "../../testing/harness/index.js";
import { Faults, StoreCalls } from "../faults/index.js";
import { invariants, type TruthOfReplies } from "../invariants/index.js";
import { digestOf, EventLoop, Intents, type NodeLife, Trace } from "../nodes/index.js";
import {
  type MoveVerdict,
  type TakenWrite,
  TruthStore,
  Watch,
  type WorldMode,
} from "../observation/index.js";
import { Cluster } from "./cluster.js";
import type { SimWorldOptions } from "./world-options.js";
import { scaledMs, type WorldPlan, worldPlan } from "./world-plan.js";

/** Virtual epoch ms at which every world begins. Chosen: above any skew, and short in a trace. */
export const WORLD_START = 1_000_000;

/**
 * Chosen: with a torn response and the total time behind it there is time left to settle before a liveness
 * world ends.
 */
const BEGINNING_MS = 1_800;

/** The parts of one world. */
export class World {
  readonly options: SimWorldOptions;
  readonly mode: WorldMode;
  readonly random: (component: string) => RandomStream;
  readonly plan: WorldPlan;
  readonly loop: EventLoop = new EventLoop(WORLD_START);
  readonly trace: Trace = new Trace();
  readonly faults: Faults;
  readonly intents: Intents = new Intents();
  readonly storeCalls: StoreCalls;
  readonly truth: TruthStore;
  /** What invariants may ask of the truth. */
  readonly truthView: TruthOfReplies;
  readonly watch: Watch;
  readonly directory: AgentDirectory;
  readonly cluster: Cluster;
  /** Ids of negotiations that exist and are not final. */
  readonly live: Set<string> = new Set();
  /** Negotiations that a client has heard of. */
  readonly known: { readonly id: string; readonly roomId: string }[] = [];
  /** Every claim that an agent was given. */
  readonly claims: { readonly agentId: string; readonly claimId: string; readonly negotiationId: string }[] =
    [];
  /** Final statuses and reasons that were reached, as `expired/turn_cap`. */
  readonly endings: string[] = [];
  /** Virtual epoch ms of the last write. */
  lastWriteAt: number = WORLD_START;
  /** Virtual epoch ms after which nobody tries to begin a negotiation: liveness could else not be asked of it. */
  readonly beginsUntil: number;
  /** Set when the world has ended: no actor begins anything more. */
  isOver = false;

  constructor(options: SimWorldOptions) {
    const { seed, mode = "safety", mutate } = options;
    this.options = options;
    this.mode = mode;
    this.beginsUntil = options.script === undefined ? WORLD_START + BEGINNING_MS : Number.POSITIVE_INFINITY;
    this.random = randomStreams(seed);
    this.plan = worldPlan(options, this.random);
    const { loop, trace, plan } = this;
    this.faults = new Faults({
      rates: plan.rates,
      loop,
      trace,
      until: mode === "liveness" ? WORLD_START + scaledMs.faulty : Number.POSITIVE_INFINITY,
      filter: options.faultFilter ?? (() => true),
    });
    const made = options.store?.() ?? new MemoryStore();
    this.truth = new TruthStore(mutate?.truth?.(made) ?? made);
    this.truthView = {
      ...this.truth.view((commandId) => this.intents.of(commandId), plan.writesOutbox),
      replyToOf: (commandId) => this.intents.replyToOf(commandId),
    };
    this.watch = new Watch([...invariants, ...(options.invariants ?? [])], this.truthView, {
      mode,
      seed,
      judges: judgesIn(plan),
      rulesOf: (createCommandId) => [plan.rules, this.intents.rulesOf(createCommandId)],
    });
    this.storeCalls = new StoreCalls(options.faultsAt ?? []);
    this.directory = memoryDirectory(
      plan.parties.flatMap(({ id, agentIds }) => agentIds.map((agentId) => ({ agentId, partyId: id }))),
    );
    this.cluster = new Cluster(this);
  }

  /** Resolves `ms` later; never, once the world is over. */
  async pause(ms: number): Promise<void> {
    await this.loop.wait(ms);
    if (this.isOver) await new Promise<never>(() => {});
  }

  /** Makes the service of a room. */
  service(roomId: string, options: ServiceOptions): NegotiationService {
    return (
      this.options.mutate?.service?.(roomId, options) ??
      new NegotiationService(roomId, { warnings: false, ...options })
    );
  }

  /** The truth took a write of this life. */
  taken(life: NodeLife, write: TakenWrite): void {
    const { now } = this.loop;
    const { after, entry } = write;
    this.lastWriteAt = now;
    // All that was stored is in the hash, so that an id or a text from elsewhere shows in it (I9).
    const digest = digestOf(JSON.stringify(entry));
    this.trace.add(now, life.name, `wrote:${entry.kind}:${after.status}:${digest}`, after.id, after.version);
    if (after.isFinal) {
      this.live.delete(after.id);
      this.endings.push(endingOf(after));
    } else {
      this.live.add(after.id);
    }
    this.watch.tell("onWrite", { at: now, node: life.name, nodeNow: life.clock.latestRead, ...write });
  }
}

function judgesIn({ judges }: WorldPlan): readonly MoveVerdict["by"][] {
  return [
    ...(judges.hasPolicy ? (["policy"] as const) : []),
    ...(judges.admission === "none" ? [] : (["admission"] as const)),
  ];
}

function endingOf({ status, state }: NegotiationRow): string {
  const { outcome } = state as { readonly outcome?: { readonly reason?: string } | null };
  return `${status}/${outcome?.reason ?? "none"}`;
}
