/**
 * @module
 * Tells a host that something failed while an acceptance was judged, without letting the listener do harm.
 */

import { silence } from "./stray-promise.js";

/** The option of everything here that judges an acceptance. */
export interface FailureListener {
  /** Told what failed: a turn that cannot be read, or a function of the host that threw. It can change nothing. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Tells the listener, whatever it does. */
export function notice({ onFailure }: FailureListener, error: unknown): void {
  try {
    silence(onFailure?.(error));
  } catch {
    // The listener's own fault: there is nobody left to tell.
  }
}
