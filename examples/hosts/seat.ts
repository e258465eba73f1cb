/**
 * What every host of rooms does for a seat, whatever protocol it speaks: hands in what its sender sent, and tells it of
 * each commit as it may see it. `chat-room/` and `game-room/` use it.
 */
import { createHash } from "node:crypto";
import type {
  CreationOptions,
  LegalMoves,
  Move,
  NegotiatingParty,
  NegotiationService,
  NegotiationView,
  TurnView,
} from "concordat";
import { NegotiationError } from "concordat";
import * as z from "zod";

/** What a seat is told after each commit, and first of all. A client drops a version that is not above its own. */
export interface Snapshot<Terms = unknown> {
  readonly version: number;
  readonly view: NegotiationView<Terms>;
  /** What the seat may do now. */
  readonly legal: LegalMoves | null;
  /** Epoch ms of the server: deadlines go by its clock. */
  readonly now: number;
  /** For who comes back: the turns since it was away. */
  readonly missed?: readonly TurnView<Terms>[];
}

/** What the sender of a message is answered, with its own command id. */
export type Answer<Terms = unknown> =
  | {
      readonly ok: true;
      readonly commandId: string;
      readonly negotiationId: string;
      readonly version: number;
    }
  | {
      readonly ok: false;
      readonly commandId: string | null;
      readonly code: string;
      readonly message: string;
      /** The fresh view, for a party. */
      readonly snapshot: Snapshot<Terms> | null;
    };

const Id = z.string().min(1).max(128);

/** What may come over the wire. Whether the move is a good one is for the room to judge. */
const Message = z.object({
  /** The same command sent twice takes effect once. */
  commandId: Id,
  /** None opens a negotiation. */
  negotiationId: Id.nullish(),
  /** The version that was decided on. */
  expectedVersion: z.int().nonnegative().optional(),
  /** Who says so. The host knows that by itself; another name is refused. */
  fromAgent: z.string().optional(),
  move: z.record(z.string(), z.unknown()),
});

/**
 * Hands in a message of `sender`, who is whoever the host says. Never throws, whatever came.
 *
 * @param roomOf - may throw, as a room that is closed does
 * @param other - whom a negotiation would be opened with
 */
export async function handIn<Terms>(
  roomOf: () => NegotiationService<Terms>,
  sender: NegotiatingParty<Terms>,
  other: NegotiatingParty<Terms> | undefined,
  message: unknown,
): Promise<Answer<Terms>> {
  const read = Message.safeParse(message);
  const said = (message as { commandId?: unknown } | null | undefined)?.commandId;
  const commandId = Id.safeParse(said).data ?? null;
  const refused = (code: string, why: string, snapshot: Snapshot<Terms> | null = null): Answer<Terms> => ({
    ...{ ok: false, commandId, code, message: why, snapshot },
  });
  if (!read.success) return refused("move_invalid", z.prettifyError(read.error));
  const { negotiationId: id, expectedVersion, fromAgent, move, ...command } = read.data;
  if (fromAgent !== undefined && fromAgent !== sender.id)
    return refused("forbidden_party", "Expected a message in the sender's own name, got another.");
  try {
    const room = roomOf();
    if (id == null) {
      const { action, terms, ...fields } = move;
      if (action !== "propose")
        return refused("must_propose", "Expected an opening to propose, got another action.");
      if (other === undefined)
        return refused("unknown_negotiation", "Expected somebody to negotiate with, got nobody.");
      // Ids of creations are one store's: nobody's must be in the way of another's.
      const own = createHash("sha256").update(JSON.stringify([room.roomId, sender.id, command.commandId]));
      const creation = { commandId: own.digest("hex"), move: fields } as CreationOptions;
      const opened = await room.createNegotiation(sender, other, terms as Terms, creation);
      return { ok: true, ...command, negotiationId: opened.id, version: opened.version };
    }
    const result = await room.submit(id, sender.id, move as Move<Terms>, { ...command, expectedVersion });
    if (result.ok) return { ok: true, ...command, negotiationId: id, version: result.negotiation.version };
    const view = await room.viewFor(id, sender.id);
    // Who is no party learns no more than of one that does not exist.
    if (view === undefined)
      return refused("unknown_negotiation", "Expected a negotiation of yours, got another.");
    return refused(result.code, result.message, await shown(room, view, sender.id));
  } catch (error) {
    if (NegotiationError.isInstance(error)) return refused(error.code, error.message);
    // What a library says of a mistake is not for the other side of a wire.
    console.error(error);
    return refused("internal", "The server failed.");
  }
}

/** Tells a seat of a negotiation: as it is, after each commit, and to the end, unless `signal` says otherwise. */
export async function follow<Terms>(
  room: NegotiationService<Terms>,
  id: string,
  viewer: string,
  tell: (snapshot: Snapshot<Terms>) => void,
  options: { readonly signal?: AbortSignal; readonly seenTurns?: number | undefined } = {},
): Promise<void> {
  const { signal, seenTurns } = options;
  let missed = (view: NegotiationView<Terms>) =>
    seenTurns === undefined ? {} : { missed: view.turns.slice(seenTurns) };
  for await (const { view } of room.watch(id, { viewer, signal, backlog: 64 })) {
    tell({ ...(await shown(room, view, viewer)), ...missed(view) });
    missed = () => ({});
  }
}

async function shown<Terms>(
  room: NegotiationService<Terms>,
  view: NegotiationView<Terms>,
  viewer: string,
): Promise<Snapshot<Terms>> {
  const legal = view.outcome === null && !room.isClosed ? await room.legalMoves(view.id, viewer) : undefined;
  return { version: view.version, view, legal: legal ?? null, now: room.ports.clock.now() };
}

/** Before a host closes: what is open in these rooms may still end within `ms`; the rest is cancelled, and told. */
export async function drain<Terms>(rooms: readonly NegotiationService<Terms>[], ms: number): Promise<void> {
  const open = rooms.flatMap((room) => {
    const id = room.getActiveNegotiation()?.id;
    return id === undefined ? [] : [{ room, id }];
  });
  const [first] = rooms;
  if (open.length > 0 && ms > 0 && first !== undefined) {
    const { clock } = first.ports;
    let timer: unknown;
    const late = new Promise((resolve) => {
      timer = clock.setTimeout(() => resolve("late"), ms);
    });
    await Promise.race([Promise.allSettled(open.map(({ room, id }) => room.outcomeOf(id))), late]);
    clock.clearTimeout(timer);
  }
  for (const { room, id } of open) await room.cancel(id, { details: { server: "closing" } });
}
