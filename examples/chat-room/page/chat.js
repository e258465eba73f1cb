/**
 * The page of the chat, over Socket.IO: the negotiation, and what was said.
 */
import { io } from "socket.io-client";
import { el } from "/page/elements.js";
import { hostPage } from "/page/host-page.js";

const talk = el("ul", { className: "talk", "aria-live": "polite" });
const words = el("input", {
  maxLength: 1_000,
  placeholder: "Say something",
  "aria-label": "Say something",
  autocomplete: "off",
});
const say = el("form", { className: "say" }, words, el("button", {}, "Send"));

const page = await hostPage({
  title: "A used cargo bike",
  send: (message) => socket.timeout(5_000).emitWithAck("negotiation:move", message),
  beside: [el("section", { className: "card" }, el("h2", {}, "Chat"), talk, say)],
});

// Asked for anew at each connection: who comes back says how far it was.
const socket = io({ auth: (tell) => tell({ token: page.token, seenTurns: page.seenTurns }) });
socket.on("connect", () => page.say("Connected"));
socket.on("disconnect", (reason) =>
  page.say(reason === "io server disconnect" ? "The server hung up" : "Coming back …"),
);
socket.on("connect_error", ({ message }) =>
  page.say(message === "unauthenticated" ? "This link is nobody's" : "Coming back …"),
);
socket.on("room:full", () => page.say("The room is full"));
socket.on("server:closing", () => page.say("The server closes"));
socket.on("negotiation:snapshot", page.show);
socket.on("room:members", page.seat);
socket.on("chat", ({ from, text }) => {
  talk.append(el("li", {}, el("b", {}, from === page.me ? "You" : from), ` ${text}`));
  talk.scrollTop = talk.scrollHeight;
});
say.onsubmit = (event) => {
  event.preventDefault();
  if (words.value !== "") socket.emit("chat", words.value);
  words.value = "";
};
