/**
 * @module
 * One negotiation from its creation to its outcome, for a caller that waits for it.
 */

import type { Negotiation, Outcome } from "../core/negotiation.js";
import type { CommandResult } from "./desk.js";
import type { Room } from "./room.js";

/** How the one that is waited for is made and ended. */
export interface NegotiationRun<Terms> {
  readonly create: (id: string) => Promise<Negotiation<Terms>>;
  readonly cancel: (id: string) => Promise<CommandResult<Terms>>;
}

/**
 * Creates, waits, and resolves with the outcome, whatever it is (EN-41).
 *
 * @param signal - cancels it when aborted
 * @param wantedId - `undefined`: a new one
 */
export async function runNegotiation<Terms>(
  room: Pick<Room<Terms>, "options" | "waiters" | "warnUnless" | "outcomeOf" | "arm">,
  signal: AbortSignal | undefined,
  wantedId: string | undefined,
  { create, cancel }: NegotiationRun<Terms>,
): Promise<Outcome<Terms>> {
  const { waiters } = room;
  let id = wantedId ?? room.options.ids("negotiation");
  // From before it is created on: it may end within its creation.
  let waiter = waiters.join(id);
  const onAbort = (): void => room.warnUnless("cancel", id, cancel(id));
  try {
    const created = await create(id);
    if (created.id !== id) {
      // A repeated commandId gives the negotiation that it made before.
      waiters.leave(id, waiter);
      id = created.id;
      waiter = waiters.join(id);
      if (created.outcome === null) room.arm(created);
    }
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    return await room.outcomeOf(created, waiter);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    waiters.leave(id, waiter);
  }
}
