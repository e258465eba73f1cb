/**
 * A chat server whose pairs can negotiate, over Socket.IO: people by their moves, programs as agents that are asked.
 * `main.ts` puts it behind a port, with the page.
 */
import type { Server as HttpServer } from "node:http";
import { type MaybePromise, NegotiationRooms, type NegotiationRoomsOptions, seatOf } from "concordat";
import type { ChannelAgent } from "concordat/channel";
import { Server, type Socket } from "socket.io";
import { drain, follow, handIn } from "../hosts/seat.js";
import { remoteAgent } from "./remote-agent.js";

/** Who somebody is, as the host knows it, and what they may enter. */
export interface Member {
  readonly id: string;
  readonly roomId: string;
  /** A program, which is asked for its turns. @default a person, who sends moves */
  readonly isAgent?: boolean;
}

/** Somebody's place in a room, however often the line drops. */
interface Seat<Terms> extends Member {
  /** The newest last. */
  readonly sockets: Set<Socket>;
  readonly far: ChannelAgent<Terms> | undefined;
  /** What is being told; each ends with its negotiation, or with the line. */
  readonly telling: Set<Promise<void>>;
}

/**
 * Serves a chat with rooms for two on an HTTP server.
 *
 * @param memberOf - who the credentials of a connection belong to; nothing else says who speaks
 * @returns the rooms, and `close`: opens nothing more, lets what is open end, cancels what does not, hangs up
 */
export function serveChat<Terms>(
  http: HttpServer,
  memberOf: (credentials: unknown) => MaybePromise<Member | undefined>,
  options: NegotiationRoomsOptions<Terms> = {},
) {
  const rooms = new NegotiationRooms<Terms>(options);
  const io = new Server(http, { maxHttpBufferSize: 65_536 });
  const seatsOf = new Map<string, readonly Seat<Terms>[]>();
  let isClosing = false;
  const seatsIn = (roomId: string): readonly Seat<Terms>[] => seatsOf.get(roomId) ?? [];
  // Socket.IO has a room of each socket's own id: a name of ours must not be one.
  const audience = (roomId: string) => io.to(`room:${roomId}`);
  const allTold = (roomId: string) => Promise.all(seatsIn(roomId).flatMap(({ telling }) => [...telling]));

  const seated = (member: Member): Seat<Terms> | undefined => {
    const seats = seatsIn(member.roomId);
    const known = seats.find(({ id }) => id === member.id);
    if (known || seats.length >= 2) return known;
    const sockets = new Set<Socket>();
    const far = member.isAgent ? remoteAgent<Terms>(sockets, rooms.clock) : undefined;
    const seat = { ...member, sockets, far, telling: new Set<Promise<void>>() };
    seatsOf.set(member.roomId, [...seats, seat]);
    return seat;
  };
  const partyOf = ({ id, far }: Seat<Terms>) =>
    far ? ({ id, kind: "system", agent: far.agent } as const) : ({ id, kind: "personal" } as const);

  /** Who is gone keeps the seat while a negotiation is open; its deadlines end it. One service a pair. */
  const vacate = (roomId: string, leaving?: Seat<Terms>): void => {
    if (isClosing) return;
    const isOpen = rooms.peek(roomId)?.getActiveNegotiation() !== undefined;
    const left = seatsIn(roomId).filter((seat) => seat !== leaving && (isOpen || seat.sockets.size > 0));
    for (const seat of seatsIn(roomId)) if (!left.includes(seat)) seat.far?.close();
    if (left.length > 0) seatsOf.set(roomId, left);
    else seatsOf.delete(roomId);
    if (left.length < 2) void rooms.close(roomId);
    tellMembers(roomId);
  };

  const tellMembers = (roomId: string): void =>
    void audience(roomId).emit(
      "room:members",
      seatsIn(roomId).map(({ id, isAgent, sockets }) => ({ id, isAgent, isHere: sockets.size > 0 })),
    );

  /** Tells a socket of a negotiation, to its end or the line's. */
  const tell = (socket: Socket, { id, roomId, telling }: Seat<Terms>, about: string, seen?: number): void => {
    const gone = new AbortController();
    socket.once("disconnect", () => gone.abort());
    const send = (snapshot: object): void => void socket.emit("negotiation:snapshot", snapshot);
    const told = follow(rooms.room(roomId), about, id, send, { signal: gone.signal, seenTurns: seen });
    telling.add(told);
    told.catch(console.error).finally(() => telling.delete(told));
  };

  rooms.on("negotiation:started", ({ roomId, payload }) => {
    for (const seat of seatsIn(roomId)) for (const socket of seat.sockets) tell(socket, seat, payload.id);
  });
  rooms.on("negotiation:settled", ({ roomId }) => allTold(roomId).then(() => vacate(roomId)));

  io.use(async (socket, next) => {
    // A lookup that fails lets nobody in.
    socket.data = await (async () => memberOf(socket.handshake.auth))().catch(() => undefined);
    if (isClosing) next(new Error("service_closed"));
    else next(socket.data ? undefined : new Error("unauthenticated"));
  });
  io.on("connection", (socket) => {
    const seat = seated(socket.data);
    if (!seat) return void (socket.emit("room:full"), socket.disconnect(true));
    const { roomId, sockets } = seat;
    sockets.add(socket);
    void socket.join(`room:${roomId}`);
    tellMembers(roomId);
    // Who comes late, or back, hears what there is, and the turns since.
    const latest = seatsIn(roomId).length === 2 ? rooms.room(roomId).getLatestNegotiation() : undefined;
    const { seenTurns } = socket.handshake.auth;
    if (latest && seatOf(latest, seat.id))
      tell(socket, seat, latest.id, Number.isSafeInteger(seenTurns) ? seenTurns : undefined);
    seat.far?.resend();
    socket.on("negotiation:move", async (message: unknown, acknowledge?: unknown) => {
      const other = isClosing ? undefined : seatsIn(roomId).find(({ id }) => id !== seat.id);
      const answer = await handIn(() => rooms.room(roomId), partyOf(seat), other && partyOf(other), message);
      if (typeof acknowledge === "function") acknowledge(answer);
      else if (!answer.ok) socket.emit("negotiation:refused", answer);
    });
    socket.on("chat", (text: unknown) => {
      if (typeof text === "string" && text.length <= 1_000)
        audience(roomId).emit("chat", { from: seat.id, text });
    });
    socket.on("room:leave", async () => {
      const active = rooms.peek(roomId)?.getActiveNegotiation();
      if (active) await rooms.peek(roomId)?.cancel(active.id, { details: { left: seat.id } });
      await allTold(roomId);
      vacate(roomId, seat);
      for (const one of sockets) one.disconnect(true);
    });
    socket.on("disconnect", () => void (sockets.delete(socket), vacate(roomId)));
  });

  const close = async (drainMs = 5_000): Promise<void> => {
    isClosing = true;
    io.emit("server:closing");
    const held = [...seatsOf.keys()].flatMap((roomId) => rooms.peek(roomId) ?? []);
    await drain(held, drainMs);
    // Everybody who is there has the last version.
    await Promise.all([...seatsOf.keys()].map(allTold));
    for (const seats of seatsOf.values()) for (const { far } of seats) far?.close();
    await rooms.close();
    io.disconnectSockets(true);
    await io.close();
  };
  return { rooms, close };
}
