/**
 * @module
 * Calls functions of the host so that they do no harm: tells it of failures while an acceptance is judged, and keeps
 * a promise where none is wanted from failing unheard.
 */

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

/** Whether `value` is a promise or anything else with a `then`. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Sees to it that a promise which nobody waits for causes no unhandled rejection; its value is of no use here. */
export function silence(value: unknown): void {
  if (isPromise(value)) Promise.resolve(value).catch(() => {});
}
