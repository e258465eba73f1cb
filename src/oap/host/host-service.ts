/**
 * @module
 * What a host needs of the service that it is handed: a few of its public operations.
 */

import type { Move } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { CommandResult, CreationOptions } from "../../service/commands/index.js";

/** A `NegotiationService`, made with the options of `oapRoom`; whatever its terms are typed as. */
export interface OapService {
  readonly roomId: string;
  createNegotiation(
    initiator: string,
    responder: string,
    proposal: undefined,
    creation: CreationOptions,
  ): Promise<Negotiation>;
  submit(
    id: string,
    partyId: string,
    move: Move,
    options: { readonly commandId: string; readonly expectedVersion: number },
  ): Promise<CommandResult>;
  getNegotiation(id: string): Negotiation | undefined;
  loadNegotiation(id: string): Promise<Negotiation | undefined>;
  wake(id: string): Promise<void>;
  on(
    event: "negotiation:agreed" | "negotiation:settled",
    listener: (negotiation: Negotiation) => void,
  ): unknown;
}
