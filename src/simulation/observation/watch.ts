/**
 * @module
 * Puts the invariants of a world to work: tells each what happens and keeps what they find.
 */

import { shown } from "../../errors.js";
import type { Finding, Invariant, InvariantCheck, Truth, WatchedWorld } from "./observation.js";

/** What was found to be untrue, where and when. */
export interface Violation {
  /** The invariant's id. */
  readonly invariant: string;
  /** Virtual epoch ms. */
  readonly at: number;
  readonly negotiationId: string | null;
  readonly detail: string;
}

/** What may be told of. */
type Told = keyof InvariantCheck;

const NAMES: readonly Told[] = [
  "onWrite",
  "onAcknowledged",
  "onRefused",
  "onAsked",
  "onJudged",
  "onShown",
  "onPublished",
  "onConsumed",
  "atEnd",
];

/** What is told by that name. */
type Given<Name extends Told> = Parameters<NonNullable<InvariantCheck[Name]>>[0];

/** One of the invariants that want to hear of something. */
interface Hearer {
  readonly id: string;
  readonly hear: (given: never) => Finding | undefined;
}

/** The invariants of one world at work. */
export class Watch {
  readonly #hearers = new Map<Told, readonly Hearer[]>();
  readonly #violations: Violation[] = [];

  constructor(invariants: readonly Invariant[], truth: Truth, world: WatchedWorld) {
    for (const { id, watch } of invariants) {
      const check = watch(truth, world);
      for (const name of NAMES) {
        const hear = check[name]?.bind(check);
        if (hear !== undefined) this.#hearers.set(name, [...(this.#hearers.get(name) ?? []), { id, hear }]);
      }
    }
  }

  /** What was found, in the order in which it was. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** Something has happened: whoever of the invariants wants to hear of it does. */
  tell<Name extends Told>(name: Name, given: Given<Name>): void {
    for (const { id, hear } of this.#hearers.get(name) ?? []) {
      const finding = hear(given as never);
      if (finding !== undefined) this.#violations.push({ invariant: id, at: given.at, ...finding });
    }
  }
}

/** The same invariant; what throws while it looks is found by it. */
export function guarded({ id, watch }: Invariant): Invariant {
  return {
    id,
    watch: (truth, world) => {
      const check = watch(truth, world);
      return {
        onWrite: asking(check.onWrite, ({ after }) => after.id),
        onAcknowledged: asking(check.onAcknowledged, ({ negotiationId }) => negotiationId),
        onRefused: asking(check.onRefused, () => null),
        onAsked: asking(check.onAsked, ({ negotiationId }) => negotiationId),
        onJudged: asking(check.onJudged, ({ negotiationId }) => negotiationId),
        onShown: asking(check.onShown, ({ negotiationId }) => negotiationId),
        onPublished: asking(check.onPublished, ({ negotiationId }) => negotiationId),
        onConsumed: asking(check.onConsumed, ({ record }) => record.negotiationId),
        atEnd: asking(check.atEnd, () => null),
      } satisfies InvariantCheck;
    },
  };
}

function asking<Given>(
  ask: ((given: Given) => Finding | undefined) | undefined,
  idOf: (given: Given) => string | null,
): ((given: Given) => Finding | undefined) | undefined {
  if (ask === undefined) return undefined;
  return (given) => {
    try {
      return ask(given);
    } catch (error) {
      const what = error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
      return { negotiationId: idOf(given), detail: `expected something that can be read, got ${what}` };
    }
  };
}
