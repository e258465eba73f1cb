/**
 * @module
 * The admission hook: asked last about a move, and perhaps slow to answer (EN-46). It may throw, fail, hang
 * or say anything at all: what is not `true` in time does not admit.
 */

import type { MoveFields } from "../../../core/moves/index.js";
import type { NegotiationView } from "../../../core/record/index.js";
import type { Clock, MaybePromise } from "../../../ports/index.js";
import { isPromise } from "../../queue/index.js";
import type { JudgedMove } from "./policies.js";
import { answersLater } from "./submission.js";

/** What an admission hook is asked. */
export interface AdmissionRequest<Terms = unknown> {
  /** The record as the mover may see it. */
  readonly view: NegotiationView<Terms>;
  /** Who moves. */
  readonly partyId: string;
  /** With what it seals, which policies do not get. */
  readonly move: JudgedMove<Terms> & Pick<MoveFields, "sealed">;
  /** Aborts after 10,000 ms, and when the service is destroyed. */
  readonly signal: AbortSignal;
}

/**
 * Admits a move or not, perhaps later: `true`, or why not. A throw, or an answer after the abort, does not
 * admit.
 *
 * What it says holds for the version in `view` only: it is asked again, at most five times, where the record has
 * moved on before the commit.
 */
export type Admit<Terms = unknown> = (
  request: AdmissionRequest<Terms>,
) => MaybePromise<boolean | { readonly details: unknown }>;

/** Nothing for a move that was admitted, or what the hook gave instead: any value, as it came. */
export type Verdict = { readonly details: unknown } | undefined;

/** The hook may take this long (EN-46). */
export const ADMISSION_TIMEOUT_MS = 10_000;

/** Asks the hook; one timer for each answer that it owes. */
export class Admission<Terms> {
  readonly #admit: Admit<Terms>;
  readonly #clock: Clock;
  /** Each takes a verdict instead of the answer, and aborts its hook. */
  readonly #owed = new Set<(verdict: Verdict) => void>();
  #isStopped = false;

  constructor(admit: Admit<Terms>, clock: Clock) {
    this.#admit = admit;
    this.#clock = clock;
  }

  /**
   * Never rejects.
   *
   * @throws {TypeError} when it answers later and that is not wanted; it is then aborted
   */
  ask(
    partyId: string,
    move: JudgedMove<Terms>,
    seen: () => NegotiationView<Terms>,
    atOnce = false,
  ): MaybePromise<Verdict> {
    if (this.#isStopped) return NOT_ADMITTED;
    let controller: AbortController | undefined;
    let late: TypeError | undefined;
    const signalled = (): AbortController => {
      controller ??= new AbortController();
      return controller;
    };
    try {
      const answer: unknown = this.#admit({
        view: seen(),
        partyId,
        move,
        // Made when it is first asked for: most hooks answer at once. An own member, for who hands on a copy.
        get signal() {
          return signalled().signal;
        },
      });
      if (!isPromise(answer)) return verdictOf(answer);
      if (!this.#isStopped && !atOnce) return this.#later(answer, signalled);
      // The hook itself has ended the room, or is not waited for.
      answer.then(undefined, () => undefined);
      signalled().abort();
      if (atOnce) late = answersLater("admission");
    } catch {
      // As what is not true.
    }
    if (late !== undefined) throw late;
    return NOT_ADMITTED;
  }

  /** Ends every wait, and asks no more: no timer is left. The moves are not admitted. */
  stop(): void {
    this.#isStopped = true;
    const owed = [...this.#owed];
    this.#owed.clear();
    for (const end of owed) end(NOT_ADMITTED);
  }

  #later(answer: PromiseLike<unknown>, signalled: () => AbortController): Promise<Verdict> {
    return new Promise((resolve) => {
      const finish = (verdict: Verdict): void => {
        this.#clock.clearTimeout(handle);
        this.#owed.delete(end);
        resolve(verdict);
      };
      const end = (verdict: Verdict): void => {
        finish(verdict);
        signalled().abort();
      };
      const handle = this.#clock.setTimeout(
        () => end({ details: { timeoutMs: ADMISSION_TIMEOUT_MS } }),
        ADMISSION_TIMEOUT_MS,
      );
      this.#owed.add(end);
      Promise.resolve(answer).then(
        (given) => finish(verdictOf(given)),
        () => finish(NOT_ADMITTED),
      );
    });
  }
}

/** Without a word why. */
const NOT_ADMITTED: Verdict = Object.freeze({ details: null });

function verdictOf(given: unknown): Verdict {
  if (given === true) return undefined;
  try {
    return { details: (given as { readonly details?: unknown } | null)?.details };
  } catch {
    return NOT_ADMITTED;
  }
}
