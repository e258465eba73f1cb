/**
 * The page of a player, over Colyseus: the table of `?table=`, where the seat of who only loads the page anew is kept.
 */
import { hostPage } from "/page/host-page.js";

const { Client } = globalThis.Colyseus;

const page = await hostPage({
  title: "Wood, ore and wool for gold",
  send: (message) => room.request("negotiation:move", message, { timeout: 5_000 }),
});
const table = new URLSearchParams(location.search).get("table") ?? "market";
const client = new Client(location.origin);
client.auth.token = page.token;

const room = await comeIn();
room.reconnection.minUptime = 0;
// Each line has a token of its own, by which the next may come back to the seat.
const keep = () => sessionStorage.setItem(table, room.reconnectionToken);
const isBack = () => {
  keep();
  page.say("Connected");
  room.send("negotiation:follow", { seenTurns: page.seenTurns });
};
room.onMessage("negotiation:snapshot", page.show);
room.onMessage("server:closing", () => page.say("The server closes"));
room.onStateChange(({ players }) => {
  page.seat(Array.from(players.entries(), ([id, isHere]) => ({ id, isHere })));
});
room.onDrop(() => page.say("Coming back …"));
room.onReconnect(isBack);
room.onLeave(() => page.say("The server hung up"));
isBack();

/** The seat that was kept, or a new one. */
async function comeIn() {
  const kept = sessionStorage.getItem(table);
  sessionStorage.removeItem(table);
  try {
    if (kept !== null) return await client.reconnect(kept);
  } catch {
    // It waited too long, or the server is another one.
  }
  try {
    return await client.joinOrCreate("trade", { table });
  } catch (error) {
    page.say(error.message === "unauthenticated" ? "This link is nobody's" : "There is no seat");
    throw error;
  }
}
