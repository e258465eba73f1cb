/**
 * @module
 * A client of the services: it sends a command to some node and, as long as it hears nothing certain, sends
 * the very same again. Scripts and all drawn actors outside the nodes speak through one.
 */

import type { Move } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { CommandResult, CreationOptions, PartyInput } from "../../service/commands/index.js";
import type { ClaimHolder, PickedUpTurn } from "../../service/parking/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import type { RandomStream } from "../../testing/harness/index.js";
import { HOST } from "../invariants/index.js";
import type { Acknowledgement } from "../observation/index.js";
import type { Reply } from "./cluster.js";
import type { World } from "./world.js";

/** A command as it is sent. */
interface Sent<T> {
  readonly roomId: string;
  readonly kind: Acknowledgement["kind"];
  /** `null` where the operation takes no command id. */
  readonly commandId: string | null;
  readonly work: (service: NegotiationService, commandId: string | undefined) => Promise<T>;
  /** What the client has learnt, if the answer says that the command took effect. */
  readonly learnt: (
    value: T,
  ) => Pick<Acknowledgement, "negotiationId" | "turnNumber" | "version"> | undefined;
}

/** What a command came to; `undefined` when the client gave up without knowing. */
export type Outcome<T> = T | NegotiationError | undefined;

/** Retries of one command (docs/requirements/simulation.md, section 2). */
const MOST_RETRIES = 4;

/** How often a client asks again for a room that is taken. */
const MOST_WAITS = 12;

/** A client with a name, an own source of draws and own command ids. */
export class SimClient {
  readonly #world: World;
  readonly #name: string;
  readonly #draws: RandomStream;
  /** The only node that it knows; `undefined` for all. */
  readonly #node: string | undefined;

  constructor(world: World, name: string, node?: string) {
    this.#world = world;
    this.#name = name;
    this.#node = node;
    this.#draws = world.random(`client:${name}`);
  }

  /** One question, without a retry. */
  ask<T>(roomId: string, work: (service: NegotiationService) => Promise<T>): Promise<Reply<T>> {
    return this.#world.cluster.ask(roomId, this.#draws, work, this.#node);
  }

  /** Begins a negotiation; waits where the room is taken. */
  create(
    roomId: string,
    initiator: PartyInput,
    responder: PartyInput,
    proposal: unknown,
    creation: Omit<CreationOptions, "commandId"> = {},
  ): Promise<Outcome<Negotiation>> {
    return this.#send<Negotiation>({
      roomId,
      kind: "create",
      commandId: this.#newCommandId(),
      work: (service, commandId) => {
        this.#world.intents.noteRules(commandId, creation.rules);
        return service.createNegotiation(initiator, responder, proposal, { ...creation, commandId });
      },
      learnt: ({ id, version, turns }) => ({
        negotiationId: id,
        version,
        turnNumber: turns.length > 0 ? 1 : null,
      }),
    });
  }

  /** Hands a move in. */
  submit(
    roomId: string,
    id: string,
    partyId: string,
    move: Move,
    expectedVersion?: number,
  ): Promise<Outcome<CommandResult>> {
    return this.#command("move", roomId, (service, commandId) => {
      this.#world.intents.noteReply(commandId, move.replyTo);
      return service.submit(id, partyId, move, { commandId, expectedVersion });
    });
  }

  /** Answers a picked-up turn. */
  respond(roomId: string, id: string, claim: ClaimHolder, move: Move): Promise<Outcome<CommandResult>> {
    return this.#command("respond", roomId, (service, commandId) => {
      this.#world.intents.noteReply(commandId, move.replyTo);
      return service.respond(id, claim, move, { commandId });
    });
  }

  /** Ends a negotiation, as its host. */
  cancel(roomId: string, id: string): Promise<Outcome<CommandResult>> {
    return this.#command("cancel", roomId, (service) => service.cancel(id), false);
  }

  /** Gives a claimed turn back. */
  release(roomId: string, id: string, claim: ClaimHolder): Promise<Outcome<CommandResult>> {
    return this.#command("release", roomId, (service) => service.release(id, claim), false);
  }

  /** Answers the question of a party's own agent. */
  answerConsult(
    roomId: string,
    id: string,
    partyId: string,
    answer: string,
  ): Promise<Outcome<CommandResult>> {
    return this.#command("answer", roomId, (service) => service.answerConsult(id, partyId, answer), false);
  }

  /** Picks a turn up; `null` when nothing waits. */
  async pickup(roomId: string, partyId: string, agentId: string): Promise<PickedUpTurn | null | undefined> {
    const reply = await this.ask(roomId, (service) => service.pickup(partyId, { agentId }));
    if (reply.kind !== "answer") return undefined;
    const turn = reply.value;
    if (turn === null || !turn.ok) return null;
    this.#acknowledge("pickup", reply.node, this.#world.intents.next(), null, {
      negotiationId: turn.negotiationId,
      turnNumber: null,
      version: this.#versionOfClaim(turn),
    });
    return turn;
  }

  #command(
    kind: Acknowledgement["kind"],
    roomId: string,
    work: Sent<CommandResult>["work"],
    hasCommandId = true,
  ): Promise<Outcome<CommandResult>> {
    return this.#send<CommandResult>({
      roomId,
      kind,
      commandId: hasCommandId ? this.#newCommandId() : null,
      work,
      learnt: (result) =>
        result.ok
          ? {
              negotiationId: result.negotiation.id,
              version: result.negotiation.version,
              turnNumber: result.turn?.number ?? null,
            }
          : undefined,
    });
  }

  async #send<T>(sent: Sent<T>): Promise<Outcome<T>> {
    const { intents, faults } = this.#world;
    const { roomId, commandId } = sent;
    const intent = intents.next();
    const isRestless = faults.occurs("clientRetries", this.#draws, this.#name);
    let repeats = isRestless ? this.#draws.integer(1, MOST_RETRIES) : 0;
    let outcome: Outcome<T>;
    let waits = 0;
    for (let attempt = 0; attempt <= MOST_RETRIES; ) {
      const id = this.#idToSend(commandId, attempt, intent);
      const sentAt = this.#world.loop.now;
      const reply = await this.ask(roomId, (service) => sent.work(service, id));
      if (reply.kind === "answer") {
        const learnt = sent.learnt(reply.value);
        if (learnt !== undefined) {
          this.#acknowledge(sent.kind, reply.node, intent, id ?? null, learnt);
          const { negotiationId } = learnt;
          const { watch, loop } = this.#world;
          watch.tell("onShown", {
            at: loop.now,
            negotiationId,
            viewer: HOST,
            what: "an answer",
            value: reply.value,
          });
        } else this.#refused(reply.node, sentAt, id, reply.value);
        outcome ??= reply.value;
        // A restless client has its answer and sends once more.
        if (repeats-- <= 0) return outcome;
      } else if (reply.kind === "threw" && !isUncertain(reply.error)) {
        this.#refused(reply.node, sentAt, id, reply.error);
        const isLate = this.#world.loop.now > this.#world.beginsUntil;
        if (!isBusy(reply.error) || isLate || waits++ >= MOST_WAITS) return outcome ?? asError(reply.error);
        await this.#world.pause(this.#draws.integer(60, 160));
        continue;
      }
      attempt++;
      await this.#world.pause(this.#draws.integer(5, 60));
      if (sent.kind === "create" && this.#world.loop.now > this.#world.beginsUntil) return outcome;
    }
    return outcome;
  }

  /** The id of this attempt, noted under its intent. */
  #idToSend(commandId: string | null, attempt: number, intent: number): string | undefined {
    if (commandId === null) return undefined;
    const { intents, options } = this.#world;
    const id = options.mutate?.commandId?.(commandId, attempt) ?? commandId;
    intents.note(id, intent);
    return id;
  }

  #newCommandId(): string {
    return this.#world.intents.newCommandId(this.#name);
  }

  #acknowledge(
    kind: Acknowledgement["kind"],
    node: string,
    intent: number,
    commandId: string | null,
    learnt: Pick<Acknowledgement, "negotiationId" | "turnNumber" | "version">,
  ): void {
    const { watch, trace, loop } = this.#world;
    trace.add(loop.now, node, `ok:${kind}`, learnt.negotiationId, learnt.version);
    watch.tell("onAcknowledged", { at: loop.now, node, intent, commandId, kind, ...learnt });
  }

  #refused(node: string, sentAt: number, commandId: string | undefined, given: unknown): void {
    const { watch, loop } = this.#world;
    if (commandId === undefined) return;
    watch.tell("onRefused", {
      at: loop.now,
      sentAt,
      node,
      commandId,
      code: (given as { readonly code: string }).code,
    });
  }

  /** A picked-up turn does not say its version: it is that of the entry with its claim. */
  #versionOfClaim({ negotiationId, claimId }: PickedUpTurn): number {
    const entries = this.#world.truthView.entries(negotiationId);
    return entries.find(({ details }) => JSON.stringify(details).includes(`"${claimId}"`))?.version ?? -1;
  }
}

/** Whether it is unknown if the command took effect, or another node may take it. */
function isUncertain(error: unknown): boolean {
  if (!NegotiationError.isInstance(error)) return false;
  return ["store_failed", "contention", "service_closed", "store_closed", "schema_unsupported"].includes(
    error.code,
  );
}

function isBusy(error: unknown): boolean {
  return NegotiationError.isInstance(error) && error.code === "busy";
}

/** What is no error of the library is a mistake in the world itself. */
function asError(error: unknown): NegotiationError {
  if (NegotiationError.isInstance(error)) return error;
  throw error;
}
