/**
 * The page of the chat: who is here, the negotiation, what was said. `?token=` says who looks.
 */
import { io } from "socket.io-client";
import { el } from "/page/elements.js";
import { negotiationCard } from "/page/negotiation-card.js";

const token = new URLSearchParams(location.search).get("token") ?? "";
const { me, schema, example } = await (await fetch(`/about?token=${encodeURIComponent(token)}`)).json();

const line = el("span", { className: "line", role: "status" }, "Connecting");
const members = el("div", { className: "members" });
const talk = el("ul", { className: "talk", "aria-live": "polite" });
const words = el("input", {
  maxLength: 1_000,
  placeholder: "Say something",
  "aria-label": "Say something",
  autocomplete: "off",
});
const say = el("form", { className: "say" }, words, el("button", {}, "Send"));

const card = negotiationCard({
  ...{ me, schema, first: () => example },
  send: (message) => socket.timeout(5_000).emitWithAck("negotiation:move", message),
});
document.body.append(
  el("div", { className: "top" }, el("h1", {}, "A used cargo bike"), members, line),
  el(
    "div",
    { className: "columns" },
    card.element,
    el(
      "div",
      { className: "side" },
      card.past,
      el("section", { className: "card" }, el("h2", {}, "Chat"), talk, say),
    ),
  ),
);

// Asked for anew at each connection: who comes back says how far it was.
const socket = io({ auth: (tell) => tell({ token, seenTurns: card.snapshots.seenTurns }) });
const state = (text) => {
  line.textContent = text;
};
socket.on("connect", () => state("Connected"));
socket.on("disconnect", (reason) =>
  state(reason === "io server disconnect" ? "The server hung up" : "Coming back …"),
);
socket.on("connect_error", ({ message }) =>
  state(message === "unauthenticated" ? "This link is nobody's" : "Coming back …"),
);
socket.on("room:full", () => state("The room is full"));
socket.on("server:closing", () => state("The server closes"));
socket.on("negotiation:snapshot", card.show);
socket.on("room:members", (present) => {
  members.replaceChildren(
    ...present.map(({ id, isHere }) =>
      el("span", { className: isHere ? "dot here" : "dot" }, id === me ? `${id} (you)` : id),
    ),
  );
  card.meet(present.find(({ id }) => id !== me)?.id);
});
socket.on("chat", ({ from, text }) => {
  talk.append(el("li", {}, el("b", {}, from === me ? "You" : from), ` ${text}`));
  talk.scrollTop = talk.scrollHeight;
});
say.onsubmit = (event) => {
  event.preventDefault();
  if (words.value !== "") socket.emit("chat", words.value);
  words.value = "";
};
