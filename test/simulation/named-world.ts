/**
 * @module
 * Small worlds for the named regressions (SM-42): what a script saw is kept for the test, and a world in which
 * something did not hold, or whose script hangs, is a failure.
 */

import type { Json } from "../../src/core/json/index.js";
import type { Entry, Turn } from "../../src/core/record/index.js";
import type { NegotiationStore } from "../../src/ports/index.js";
import type { Truth } from "../../src/simulation/observation/index.js";
import { SimWorld, type WorldReport } from "../../src/simulation/run/index.js";
import type { SimWorldOptions, Stage } from "../../src/simulation/world/index.js";
import { storeWith } from "../kit/wrapped-store.js";

/** A world that has ended well. */
export interface NamedWorld {
  readonly report: WorldReport;
  /** Of the negotiation `neg`. */
  readonly turns: readonly Turn[];
  /** Likewise. */
  readonly kinds: readonly string[];
}

/** Runs a script in a world without any fault that it does not ask for. */
export async function namedWorld(
  options: Partial<SimWorldOptions>,
  script: (stage: Stage) => Promise<void>,
): Promise<NamedWorld> {
  let truth: Truth | undefined;
  let isOver = false;
  const report = await new SimWorld({
    // Of those whose every version is replayed (I11).
    seed: 10,
    nodes: 2,
    until: 20_000,
    ...options,
    invariants: [
      {
        id: "witness",
        watch: (seen) => {
          truth = seen;
          return {};
        },
      },
    ],
    script: async (stage) => {
      await script(stage);
      isOver = true;
    },
  }).run();
  if (report.scriptError !== undefined) throw report.scriptError;
  const [violation] = report.violations;
  if (violation !== undefined) throw new Error(`${violation.invariant}: ${violation.detail}`);
  if (!isOver) throw new Error(`The script hangs:\n${report.trace.slice(-20).join("\n")}`);
  const entries: readonly Entry[] = truth?.entries("neg") ?? [];
  const turns: readonly Json[] = truth?.turns("neg") ?? [];
  return { report, turns: turns as unknown as readonly Turn[], kinds: entries.map(({ kind }) => kind) };
}

/** A store whose calls are told before they begin. */
export function counting(store: NegotiationStore, onCall: () => void): NegotiationStore {
  return new Proxy(store, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]) => {
        onCall();
        return member.apply(target, given);
      };
    },
  });
}

/** Mutations in which no sweep ever finds anything: what was not armed in a node that lives is lost. */
export const WITHOUT_SWEEP = {
  truth: (store: NegotiationStore) => storeWith(store, { claimDue: () => [] }),
} as const;
