/**
 * The chat server of `chat-room-server.ts` behind TCP, one JSON message a line, and two pairs that use it.
 *
 *   npx tsx node_modules/concordat/examples/chat-room.ts
 *
 * The first pair comes to terms; of the second one member hangs up in the midst of it.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { createInterface, type Interface } from "node:readline";
import { ChatServer, type Told } from "./chat-room-server.js";
import { type EscrowTerms, totalOf } from "./terms/escrow-terms.js";

const chat = new ChatServer();
chat.rooms.on("negotiation:started", ({ roomId }) => console.log(`${roomId}: negotiation:started`));
chat.rooms.on("negotiation:agreed", ({ roomId }) => console.log(`${roomId}: negotiation:agreed`));
chat.rooms.on("negotiation:withdrawn", ({ roomId }) => console.log(`${roomId}: negotiation:withdrawn`));
chat.rooms.on("negotiation:settled", ({ roomId, payload: { outcome } }) =>
  console.log(`${roomId}: negotiation:settled, ${outcome?.status} (${outcome?.reason})`),
);

/** A connection says first which room it wants and who it is; a real server would have it prove that. */
const server = createServer(async (socket) => {
  // A connection that breaks is a member who leaves.
  socket.on("error", () => undefined);
  const lines = linesOf(socket)[Symbol.asyncIterator]();
  const hello = jsonOf((await lines.next()).value) as
    | { roomId?: unknown; memberId?: unknown }
    | null
    | undefined;
  const [roomId, memberId] = [String(hello?.roomId), String(hello?.memberId)];
  const tell = (told: Told): void => void socket.write(`${JSON.stringify(told)}\n`);
  if (!chat.join(roomId, { id: memberId, tell })) {
    socket.end();
    return;
  }
  socket.on("close", () => void chat.leave(roomId, memberId));
  for await (const line of lines) await chat.receive(roomId, memberId, jsonOf(line));
});

function linesOf(socket: Socket): Interface {
  const lines = createInterface({ input: socket });
  socket.on("close", () => lines.close());
  return lines;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A client that prints what it is told and answers what `answer` gives, if anything. */
async function member(
  roomId: string,
  memberId: string,
  answer: (told: Told, socket: Socket) => unknown,
): Promise<void> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${JSON.stringify({ roomId, memberId })}\n`);
  for await (const line of linesOf(socket)) {
    const told = JSON.parse(line) as Told;
    const total = "proposal" in told && told.proposal != null ? `, ${euros(told.proposal.totalAmount)}` : "";
    console.log(`${roomId}: ${memberId} is told ${told.type}${total}`);
    const message = answer(told, socket);
    if (message !== undefined) socket.write(`${JSON.stringify(message)}\n`);
  }
}

function termsFor(logoCents: number): EscrowTerms {
  const lineItems: EscrowTerms["lineItems"] = [
    { description: "Sketches", amount: 15_000, type: "immediate" },
    { description: "Logo", amount: logoCents, type: "escrow" },
    {
      description: "Changes",
      amount: 0,
      maxAmount: 10_000,
      type: "conditional",
      condition: "asked for in writing",
    },
  ];
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  return {
    summary: "A logo",
    lineItems,
    totalAmount: totalOf(lineItems),
    currency: "EUR",
    conditions: [],
    expiresAt,
  };
}

function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}

/** Asks for 900 for the logo, and is content with 700. */
function designer(told: Told): unknown {
  if (told.type === "paired") return { type: "agent_proposal", proposal: termsFor(90_000) };
  if (told.type !== "agent_counter" || told.proposal === null) return undefined;
  const logo = told.proposal.lineItems[1]?.amount ?? 0;
  return logo >= 70_000 ? { type: "agent_accept" } : { type: "agent_reject", reason: "Too little." };
}

server.listen(0, "127.0.0.1");
await once(server, "listening");

await Promise.all([
  member("lobby-1", "client", (told, socket) => {
    if (told.type === "settled") socket.end();
    return told.type === "agent_proposal" ? { type: "agent_counter", proposal: termsFor(75_000) } : undefined;
  }),
  member("lobby-1", "designer", (told, socket) => {
    if (told.type === "left") socket.end();
    return designer(told);
  }),
]);

await Promise.all([
  // Hangs up as soon as it is asked for money.
  member("lobby-2", "client", (told, socket) => void (told.type === "agent_proposal" && socket.destroy())),
  member("lobby-2", "designer", (told, socket) => {
    if (told.type === "left") socket.end();
    return designer(told);
  }),
]);

server.close();
await chat.close();
